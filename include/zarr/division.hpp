// Dividing an array among processes, so that no two of them write in one chunk.
#ifndef ZARR_DIVISION_HPP
#define ZARR_DIVISION_HPP

#include "chunks.hpp"

namespace zarr {

/// A division of an array: the block of each process consists of whole shards, and a shard of whole chunks.
struct decomposition {
    indices block_shape;
    indices shard_shape;
    indices chunk_shape;
};

/// Propose a division among `processes[d]` processes along each dimension, with chunks and shards of so many bytes; 0: chunks
/// of about 1 MiB, no shards.
inline decomposition propose_decomposition(const indices &shape, std::size_t item_size, const indices &processes, std::size_t chunk_bytes = 0,
                                           std::size_t shard_bytes = 0) {
    if (!processes.empty() && processes.size() != shape.size())
        throw error(status::invalid_argument, "the shape has " + std::to_string(shape.size()) + " dimensions, the processes " +
                                                  std::to_string(processes.size()));
    decomposition proposed{indices(shape.size()), indices(shape.size()), indices(shape.size())};
    detail::call(zarr_propose_decomposition, detail::rank(shape), shape.data(), item_size, processes.empty() ? nullptr : processes.data(),
                 chunk_bytes, shard_bytes, proposed.block_shape.data(), proposed.shard_shape.data(), proposed.chunk_shape.data());
    return proposed;
}

/// The part of a region in one chunk: the position of the chunk, and the elements.
struct chunk_part {
    indices position;
    region elements;
};

/// Return the parts of a region, one for each chunk that it touches, in C order.
inline std::vector<chunk_part> chunks::parts(const region &region) const {
    const detail::box box = array_->box(region);
    if (!box.step.empty())
        throw error(status::unsupported, "a region with steps is not divided into parts");
    std::int64_t count = 0;
    call(zarr_array_region_parts, box.start, box.count.data(), &count);
    std::vector<chunk_part> parts;
    for (std::int64_t i = 0; i < count; i++) {
        indices position(box.start.size()), start(box.start.size()), lengths(box.start.size());
        call(zarr_array_region_part, box.start, box.count.data(), i, position.data(), start.data(), lengths.data());
        parts.push_back({std::move(position), zarr::region(std::move(start), std::move(lengths))});
    }
    return parts;
}

/// Return the indices of two regions that share a chunk; nothing if no two do.
inline std::optional<std::pair<std::size_t, std::size_t>> chunks::meeting(const std::vector<region> &regions) const {
    const std::size_t ndim = array_->shape().size();
    indices starts, counts;
    for (const region &region : regions) {
        const detail::box box = array_->box(region);
        if (box.start.size() != ndim)
            throw error(status::invalid_argument, "a region has " + std::to_string(box.start.size()) +
                                                      " dimensions, the array " + std::to_string(ndim));
        starts.insert(starts.end(), box.start.begin(), box.start.end());
        counts.insert(counts.end(), box.count.begin(), box.count.end());
    }
    std::int32_t exclusive = 0;
    std::size_t first = 0, second = 0;
    detail::call(zarr_array_regions_exclusive, handle(), unit_, static_cast<std::int32_t>(ndim), regions.size(), starts.data(), counts.data(),
                 &exclusive, &first, &second);
    return exclusive ? std::nullopt : std::make_optional(std::make_pair(first, second));
}

} // namespace zarr

#endif
