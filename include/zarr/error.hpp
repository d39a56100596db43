// Errors: the statuses of zarr.h as an enumeration, and the one exception that carries them.
#ifndef ZARR_ERROR_HPP
#define ZARR_ERROR_HPP

#include <zarr.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace zarr {

/// Kinds of failures, which zarr.h describes. Stores and codecs of your own may use numbers from `user` on.
enum class status : std::int32_t {
    ok = ZARR_OK,
    invalid_argument = ZARR_ERROR_INVALID_ARGUMENT,
    invalid_handle = ZARR_ERROR_INVALID_HANDLE,
    not_found = ZARR_ERROR_NOT_FOUND,
    already_exists = ZARR_ERROR_ALREADY_EXISTS,
    node_type = ZARR_ERROR_NODE_TYPE,
    out_of_bounds = ZARR_ERROR_OUT_OF_BOUNDS,
    buffer_size = ZARR_ERROR_BUFFER_SIZE,
    type_mismatch = ZARR_ERROR_TYPE_MISMATCH,
    range = ZARR_ERROR_RANGE,
    metadata = ZARR_ERROR_METADATA,
    unsupported = ZARR_ERROR_UNSUPPORTED,
    data = ZARR_ERROR_DATA,
    io = ZARR_ERROR_IO,
    read_only = ZARR_ERROR_READ_ONLY,
    conflict = ZARR_ERROR_CONFLICT,
    limit = ZARR_ERROR_LIMIT,
    cancelled = ZARR_ERROR_CANCELLED,
    internal = ZARR_ERROR_INTERNAL,
    no_memory = ZARR_ERROR_NO_MEMORY,
    permission = ZARR_ERROR_PERMISSION,
    timeout = ZARR_ERROR_TIMEOUT,
    user = ZARR_STATUS_USER,
};

/// The name of a status as zarr.h spells it: "ZARR_ERROR_NOT_FOUND".
inline const char *name(status status) noexcept { return zarr_status_name(static_cast<zarr_status>(status)); }

/// A failure. `what()` is one line with the object, the place and the reason.
class error : public std::runtime_error {
  public:
    /// The failure that a function of zarr.h has described, with the names of this header in its message.
    explicit error(zarr_error raw)
        : std::runtime_error(in_cpp(raw)), status_(static_cast<zarr::status>(raw.status)), system_code_(raw.system_code),
          ticket_(ticket_of(raw)) {}

    /// Make an error, in stores and codecs of your own, and for arguments that this layer refuses.
    error(zarr::status status, const std::string &message, int system_code = 0)
        : std::runtime_error(message), status_(status), system_code_(system_code) {}

    zarr::status status() const noexcept { return status_; }
    /// The errno or HTTP status behind the failure, 0 if there is none.
    int system_code() const noexcept { return system_code_; }
    const char *name() const noexcept { return zarr::name(status_); }
    /// The ticket of the queued operation that has failed; -1 for another failure.
    std::int64_t ticket() const noexcept { return ticket_; }

  private:
    static std::string in_cpp(zarr_error raw) {
        zarr_error_translate(&raw, ZARR_LANGUAGE_CPP);
        return raw.message;
    }
    static std::int64_t ticket_of(zarr_error &raw) noexcept {
        std::int64_t ticket = -1;
        zarr_error_take_ticket(&raw, &ticket);
        return ticket;
    }

    zarr::status status_;
    int system_code_;
    std::int64_t ticket_ = -1;
};

namespace detail {

/// Call a function of zarr.h, whose last argument is the error, and throw what it reports.
template <class Function, class... Arguments>
void call(Function function, Arguments... arguments) {
    zarr_error error;
    if (function(arguments..., &error) != ZARR_OK)
        throw zarr::error(error);
}

/// Call a function whose last argument but the error is an output, and give that back: a handle, a number.
template <class Output, class Function, class... Arguments>
Output obtain(Function function, Arguments... arguments) {
    Output output{};
    call(function, arguments..., &output);
    return output;
}

/// As `obtain`, but returns false without an exception where the status is `ZARR_ERROR_NOT_FOUND`.
template <class Function, class... Arguments>
bool found(Function function, Arguments... arguments) {
    zarr_error error;
    const zarr_status status = function(arguments..., &error);
    if (status != ZARR_OK && status != ZARR_ERROR_NOT_FOUND)
        throw zarr::error(error);
    return status == ZARR_OK;
}

/// A text for a C function. Throws for a NUL inside, where C would end the text.
inline const char *c_text(const std::string &text) {
    if (text.find('\0') != std::string::npos)
        throw error(status::invalid_argument, "a name, path or document holds a NUL character");
    return text.c_str();
}

/// As `c_text`, but NULL for an empty text.
inline const char *c_text_or_null(const std::string &text) { return text.empty() ? nullptr : c_text(text); }

/// Report the exception of a callback to a C function. Called in a handler, since no exception may cross C.
inline zarr_status report_exception(zarr_error *error) noexcept {
    const auto report = [error](zarr_status status, int system_code, const char *message) {
        const std::size_t size = std::min(std::strlen(message), sizeof error->message - 1);
        error->status = status;
        error->system_code = system_code;
        std::memcpy(error->message, message, size);
        error->message[size] = 0;
        return status;
    };
    try {
        throw;
    } catch (const zarr::error &caught) {
        const auto status = static_cast<zarr_status>(caught.status());
        return report(status == ZARR_OK ? ZARR_ERROR_INTERNAL : status, caught.system_code(), caught.what());
    } catch (const std::system_error &caught) {
        return report(ZARR_ERROR_IO, caught.code().value(), caught.what());
    } catch (const std::bad_alloc &) {
        return report(ZARR_ERROR_NO_MEMORY, 0, "out of memory");
    } catch (const std::exception &caught) {
        return report(ZARR_ERROR_IO, 0, caught.what());
    } catch (...) {
        return report(ZARR_ERROR_IO, 0, "an exception that is no std::exception");
    }
}

/// Run the body of a callback, and report its exception.
template <class Body>
zarr_status guarded(zarr_error *error, Body &&body) noexcept {
    try {
        return static_cast<zarr_status>(body());
    } catch (...) {
        return report_exception(error);
    }
}

} // namespace detail
} // namespace zarr

#endif
