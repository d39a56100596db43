/* zarr.hpp: every Zarr format behind one C++ API
 *
 * A thin layer over zarr.h, header-only, for C++17 and newer: handles that free themselves, exceptions in the place of statuses,
 * and memory that knows its type. It adds nothing to the link but the C library, and costs a few instructions per call.
 *
 *     zarr::store store = zarr::store::open("weather.zarr");
 *     zarr::array temperature = store.open_array("surface/temperature");
 *
 *     std::vector<float> corner = temperature.read<float>({{0, 0}, {10, 20}});        // a box: where it begins, how large it is
 *     temperature.write({{0, 0}, {10, 20}}, corner);
 *     double scale = temperature.attributes().get<double>("scale_factor");
 *
 *     for (zarr::node node : store.children("surface"))
 *         std::cout << node.name() << '\n';
 *
 * Errors. A failure throws `zarr::error`, a `std::runtime_error` whose text has the object, the place and the reason, and whose
 * `status()` has the kind.
 *
 * Handles. `store`, `group`, `array`, `dataset`, `bytes` and `strings` own their handles, can be moved but not copied, and may be
 * destroyed in any order. `handle()` lends the handle to functions of zarr.h. Using an object that was moved from is an error, and
 * harmless.
 *
 * Threads. As in zarr.h: all functions are thread-safe on a shared object, except moving and destroying it.
 *
 * Texts. Names, paths, keys and JSON are UTF-8 in a `std::string`. An empty JSON text means none.
 *
 * Read the parts in this order. zarr.h describes each function of the library in full.
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef ZARR_HPP
#define ZARR_HPP

#if defined(_MSVC_LANG) ? _MSVC_LANG < 201703L : __cplusplus < 201703L
#error "zarr.hpp needs C++17; zarr.h does with C++11"
#endif

#include "zarr.h"

#include "zarr/error.hpp"         // statuses and exceptions
#include "zarr/results.hpp"       // bytes and lists of texts that the library hands out
#include "zarr/library.hpp"       // its version, its threads, what it can do
#include "zarr/element.hpp"       // types of C++ and data types of Zarr
#include "zarr/memory.hpp"        // contiguous elements
#include "zarr/region.hpp"        // which elements, and how they are moved
#include "zarr/layout.hpp"        // memory of any layout
#include "zarr/attributes.hpp"    // attributes by name and type
#include "zarr/fill_value.hpp"    // values as elements of another type, where they fit
#include "zarr/array_options.hpp" // what a new array is to be
#include "zarr/array.hpp"         // arrays: what they hold, reading and writing
#include "zarr/selections.hpp"    // elements that form no region
#include "zarr/chunks.hpp"        // single chunks, and the grid they form
#include "zarr/division.hpp"      // arrays that several processes write
#include "zarr/group.hpp"         // groups
#include "zarr/dataset.hpp"       // the arrays of a group, with shared dimensions
#include "zarr/options.hpp"       // how stores and nodes are opened
#include "zarr/store.hpp"         // stores, and the nodes in them
#include "zarr/visit.hpp"         // a walk with open arrays
#include "zarr/queue.hpp"         // writes and reads that the program does not wait for
#include "zarr/custom_store.hpp"  // stores of your own
#include "zarr/custom_codec.hpp"  // codecs of your own

#endif
