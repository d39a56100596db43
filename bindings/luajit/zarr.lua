-- The C API for LuaJIT: zarr.h is read as it is, so that every function, struct and constant is there under its name, and the few
-- things that a language wants beside it are added: errors that are raised, handles that free themselves, texts, numbers.
--
--     local zarr = require "zarr"
--     local store = zarr.open("weather.zarr", '{"mode": "r"}')
--     local array = zarr.array(store, "surface/temperature")
--     local values, n = zarr.read(array, {0, 0}, {10, 20})     -- cdata, from 0 to n - 1, the last dimension fastest
--
-- ZARR_HEADER names the header, LIBZARR the library; without them it is "zarr.h" here and the library of the system.
-- SPDX-License-Identifier: MIT OR Apache-2.0
local ffi = require "ffi"
local zarr = {}

-- The header without what is for the preprocessor. Macros with a number become fields: zarr.ZARR_FLOAT64.
local function declarations(header)
    local lines, continued = {}, false
    for line in header:gmatch("([^\n]*)\n") do
        local name, number = line:match("^#define +(ZARR_[%w_]+) +(%d+) *$")
        if not name then name, number = line:match("^#define +(ZARR_[%w_]+) +(%d+) */%*") end
        if name then zarr[name] = tonumber(number) end
        local directive = continued or line:match("^#")
        continued = directive and line:match("\\$") ~= nil
        if not directive and not line:match('^extern "C"') and not line:match("^} /%* extern") then lines[#lines + 1] = line end
    end
    return table.concat(lines, "\n")
end

local file = assert(io.open(os.getenv("ZARR_HEADER") or "zarr.h"))
ffi.cdef(declarations(file:read("*a")))
file:close()
local C = ffi.load(os.getenv("LIBZARR") or "zarr")
zarr.C = C

-- Calls a function that takes an error last; a failure is raised with its name and message.
function zarr.call(name, ...)
    local problem = ffi.new("zarr_error")
    local arguments = {...}
    local n = select("#", ...)
    arguments[n + 1] = problem
    local status = C[name](unpack(arguments, 1, n + 1))
    if status ~= 0 then error(ffi.string(C.zarr_status_name(status)) .. ": " .. ffi.string(problem.message), 2) end
end

-- A new handle of a type, from a function whose last output it is. The collector frees it, unless zarr.close did.
local function made(kind, name, ...)
    local out = ffi.new(kind .. "*[1]")
    local arguments = {...}
    local n = select("#", ...)
    arguments[n + 1] = out
    zarr.call(name, unpack(arguments, 1, n + 1))
    return ffi.gc(out[0], C[kind .. "_free"])
end

function zarr.open(url, options) return made("zarr_store", "zarr_store_open", url, options) end
function zarr.array(store, path, options) return made("zarr_array", "zarr_array_open_with", store, path, options) end

-- A zarr_bytes as a text.
local function text(name, ...)
    local bytes = made("zarr_bytes", name, ...)
    return ffi.string(C.zarr_bytes_data(bytes), C.zarr_bytes_size(bytes))
end

function zarr.attributes(array) return text("zarr_array_attributes", array) end

function zarr.children(store, path)
    local names, list = made("zarr_strings", "zarr_node_children", store, path), {}
    for i = 0, tonumber(C.zarr_strings_count(names)) - 1 do list[i + 1] = ffi.string(C.zarr_strings_get(names, i)) end
    return list
end

function zarr.shape(array)
    local ndim = C.zarr_array_ndim(array)
    local lengths, list = ffi.new("int64_t[?]", ndim + 1), {}
    zarr.call("zarr_array_shape", array, ndim, lengths)
    for i = 1, ndim do list[i] = tonumber(lengths[i - 1]) end
    return list
end

-- A region as double numbers, whatever type of number the array holds; a block of memory of Lua, and the number of them.
function zarr.read(array, start, count)
    local region, how = ffi.new("zarr_region"), ffi.new("zarr_transfer")
    C.zarr_region_init(region)
    C.zarr_transfer_init(how)
    local ndim, n = #count, 1
    local first, lengths = ffi.new("int64_t[?]", ndim + 1, start), ffi.new("int64_t[?]", ndim + 1, count)
    for i = 1, ndim do n = n * count[i] end
    local values = ffi.new("double[?]", n)
    region.ndim, region.start, region.count = ndim, first, lengths
    how.data_type = zarr.ZARR_FLOAT64
    zarr.call("zarr_array_read", array, region, values, n * ffi.sizeof("double"), how)
    return values, n
end

-- Frees a handle now rather than when it is collected.
function zarr.close(handle, kind)
    ffi.gc(handle, nil)
    C[kind .. "_free"](handle)
end

return zarr
