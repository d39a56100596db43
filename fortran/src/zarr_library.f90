! The library as a whole: its version, its threads, and its codecs, types and formats. The module zarr gives these procedures
! the names of the C functions behind them.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_library
    use, intrinsic :: iso_c_binding, only: c_int32_t, c_null_ptr, c_ptr
    use, intrinsic :: iso_fortran_env, only: int64
    use zarr_constants, only: zarr_format_default
    use zarr_arguments, only: narrow, no_integer
    use zarr_common, only: c_string, finish, list_of, status_text
    use zarr_c, only: zarr_error, zarr_set_threads, zarr_supported_codecs, zarr_supported_data_types, &
        zarr_supported_formats, zarr_threads, zarr_version
    implicit none
    private
    public :: library_set_threads, library_status_name, library_supported_codecs, library_supported_data_types, &
        library_supported_formats, library_threads, library_version

contains

    ! The version of the library at run time; zarr_header_version is that of this module.
    function library_version() result(version)
        character(len=:), allocatable :: version

        version = c_string(zarr_version())
    end function library_version

    ! The name of a status: "ZARR_ERROR_NOT_FOUND"; empty for a value that is no integer.
    function library_status_name(status) result(name)
        class(*), intent(in) :: status
        character(len=:), allocatable :: name
        integer(int64) :: number

        number = -1
        if (no_integer(status, "status", number)) return
        name = status_text(narrow(number))
    end function library_status_name

    ! The most threads of one call.
    function library_threads() result(threads)
        integer :: threads

        threads = int(zarr_threads())
    end function library_threads

    ! Set the most threads of one call on handles without a setting of their own; 0: the number of CPUs.
    subroutine library_set_threads(threads, stat, errmsg)
        class(*), intent(in) :: threads
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(int64) :: number

        if (no_integer(threads, "threads", number, stat, errmsg)) return
        call finish(zarr_set_threads(narrow(number), error), error, stat, errmsg)
    end subroutine library_set_threads

    ! The names of the formats that this build reads and writes.
    subroutine library_supported_formats(names, stat, errmsg)
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_supported_formats(strings, error)
        call list_of(strings, names)
        call finish(status, error, stat, errmsg)
    end subroutine library_supported_formats

    ! The data types of a format, or without a format all of the library.
    subroutine library_supported_data_types(names, format, stat, errmsg)
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(in), optional :: format
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: format_code

        format_code = zarr_format_default
        if (no_integer(format, "format", format_code, stat, errmsg)) then
            call list_of(c_null_ptr, names)
            return
        end if
        status = zarr_supported_data_types(narrow(format_code), strings, error)
        call list_of(strings, names)
        call finish(status, error, stat, errmsg)
    end subroutine library_supported_data_types

    ! The codecs that arrays of a format can be created with, or without a format all of the library.
    subroutine library_supported_codecs(names, format, stat, errmsg)
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(in), optional :: format
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: format_code

        format_code = zarr_format_default
        if (no_integer(format, "format", format_code, stat, errmsg)) then
            call list_of(c_null_ptr, names)
            return
        end if
        status = zarr_supported_codecs(narrow(format_code), strings, error)
        call list_of(strings, names)
        call finish(status, error, stat, errmsg)
    end subroutine library_supported_codecs
end module zarr_library
