// Single chunks, for programs that work chunk by chunk: the chunk grid, and stored chunks, decoded and encoded.
#ifndef ZARR_CHUNKS_HPP
#define ZARR_CHUNKS_HPP

#include "array.hpp"

namespace zarr {

struct chunk_part;

/// The chunks of an array, or its shards, valid as long as the array. Positions count chunks, from 0 along each dimension. A
/// chunk is always whole, also where it overhangs the array, and its elements are of exactly the type of the array.
class chunks {
  public:
    chunks(const array &array, std::int32_t unit) : array_(&array), unit_(unit) {}

    /// The number of chunks along each dimension.
    indices grid_shape() const {
        return array_->lengths([this](auto array, auto ndim, auto lengths, auto error) {
            return zarr_array_grid_shape(array, unit_, ndim, lengths, error);
        });
    }
    /// The length of each chunk along one dimension, in elements.
    indices edges(int dimension) const {
        const indices shape = grid_shape();
        const bool known = dimension >= 0 && static_cast<std::size_t>(dimension) < shape.size();
        indices edges(known ? static_cast<std::size_t>(shape[static_cast<std::size_t>(dimension)]) : 0);
        detail::call(zarr_array_chunk_edges, handle(), unit_, std::int32_t{dimension}, edges.size(), edges.data());
        return edges;
    }
    /// The region of a chunk, which may reach outside the array.
    region bounds(const indices &position) const {
        indices start(position.size()), count(position.size());
        call(zarr_array_chunk_bounds, position, start.data(), count.data());
        return {std::move(start), std::move(count)};
    }
    /// The position of the chunk of an element.
    indices at(const indices &element) const {
        indices position(element.size());
        call(zarr_array_chunk_at, element, position.data());
        return position;
    }

    /// Read the elements in C order.
    template <class T>
    std::vector<T> read(const indices &position) const {
        std::vector<T> values(detail::elements(*bounds(position).count()));
        read_into(position, values);
        return values;
    }
    template <class Memory>
    void read_into(const indices &position, Memory &&memory) const {
        using held_in = std::remove_reference_t<Memory>;
        if constexpr (detail::is_memory<held_in>()) {
            array_->same_type<detail::held_t<held_in>>();
            const detail::packed<held_in> packed(memory, [&] { return *bounds(position).count(); });
            call(zarr_array_read_chunk, position, static_cast<void *>(packed.values().data()), packed.values().size_bytes());
            packed.unpack();
        }
    }
    template <class Memory>
    void write(const indices &position, const Memory &memory) const {
        if constexpr (detail::is_memory<const Memory>()) {
            array_->same_type<std::remove_const_t<detail::held_t<const Memory>>>();
            const detail::packed<const Memory> packed(memory, [&] { return *bounds(position).count(); });
            call(zarr_array_write_chunk, position, static_cast<const void *>(packed.values().data()), packed.values().size_bytes());
        }
    }

    /// Read the encoded bytes; nothing for a chunk that is not stored, which reads as the fill value.
    std::optional<bytes> read_encoded(const indices &position) const {
        zarr_bytes *value = nullptr;
        if (!detail::found(zarr_array_read_encoded_chunk, handle(), unit_, detail::rank(position), position.data(), &value))
            return std::nullopt;
        return bytes(value);
    }
    void write_encoded(const indices &position, span<const std::byte> value) const {
        call(zarr_array_write_encoded_chunk, position, static_cast<const void *>(value.data()), value.size());
    }
    /// The number of encoded bytes; nothing for a chunk that is not stored.
    std::optional<std::int64_t> encoded_size(const indices &position) const {
        std::int64_t size = 0;
        call(zarr_array_encoded_chunk_size, position, &size);
        return size < 0 ? std::nullopt : std::optional<std::int64_t>(size);
    }
    void erase(const indices &position) const { call(zarr_array_erase_chunk, position); }

    /// List the positions of the stored chunks, in C order.
    std::vector<indices> stored() const {
        zarr_bytes *raw = nullptr;
        std::size_t count = 0;
        detail::call(zarr_array_list_chunks, handle(), unit_, &raw, &count);
        const bytes owner(raw);
        const auto ndim = static_cast<std::size_t>(std::max(array_->ndim(), 0));
        std::vector<indices> positions(count, indices(ndim));
        for (std::size_t i = 0; i < count && ndim > 0; i++)
            std::memcpy(positions[i].data(), owner.data() + i * ndim * sizeof(std::int64_t), ndim * sizeof(std::int64_t));
        return positions;
    }
    std::size_t count_stored() const { return detail::obtain<std::size_t>(zarr_array_count_chunks, handle(), unit_); }

    // The chunks of a region, and of several regions: division.hpp.
    std::vector<chunk_part> parts(const region &region) const;
    std::optional<std::pair<std::size_t, std::size_t>> meeting(const std::vector<region> &regions) const;

  private:
    zarr_array *handle() const { return array_->handle(); }

    template <class Function, class... Arguments>
    void call(Function function, const indices &position, Arguments... arguments) const {
        detail::call(function, handle(), unit_, detail::rank(position), position.data(), arguments...);
    }

    const array *array_;
    std::int32_t unit_;
};

inline chunks array::chunks() const { return {*this, ZARR_UNIT_CHUNK}; }
inline chunks array::shards() const { return {*this, ZARR_UNIT_SHARD}; }

} // namespace zarr

#endif
