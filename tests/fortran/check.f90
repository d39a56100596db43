! The report of the Fortran tests: each expectation that does not hold, and in the end a status.
! SPDX-License-Identifier: MIT OR Apache-2.0
module check
    use, intrinsic :: iso_fortran_env, only: error_unit, int64
    implicit none
    private
    public :: all_equal, conclude, expect, expect_status

    integer :: passed = 0, failed = 0

contains

    subroutine expect(holds, what)
        logical, intent(in) :: holds
        character(len=*), intent(in) :: what

        if (holds) then
            passed = passed + 1
        else
            failed = failed + 1
            write (error_unit, '(2a)') "FAILED: ", what
        end if
    end subroutine expect

    ! That a call ended with a status, and with a message unless it is 0.
    subroutine expect_status(stat, wanted, errmsg, what)
        use zarr, only: zarr_status_name
        integer, intent(in) :: stat, wanted
        character(len=*), intent(in) :: errmsg, what

        call expect(stat == wanted, what//": "//zarr_status_name(stat)//" "//trim(errmsg))
        if (wanted /= 0) call expect(len_trim(errmsg) > 0, what//": no message")
    end subroutine expect_status

    pure function all_equal(a, b) result(equal)
        integer(int64), intent(in) :: a(:), b(:)
        logical :: equal

        equal = size(a) == size(b)
        if (equal) equal = all(a == b)
    end function all_equal

    subroutine conclude(name)
        character(len=*), intent(in) :: name

        print '(2a, i0, a, i0, a)', name, ": ", passed, " passed, ", failed, " failed"
        if (failed > 0 .or. passed == 0) error stop 1
    end subroutine conclude
end module check
