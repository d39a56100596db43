! Numbers as texts, for messages.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_numbers
    use, intrinsic :: iso_fortran_env, only: int64, real64
    implicit none
    private
    public :: decimal, listed, scientific

contains

    pure function decimal(number) result(text)
        integer(int64), intent(in) :: number
        character(len=:), allocatable :: text
        character(len=24) :: buffer

        write (buffer, '(i0)') number
        text = trim(buffer)
    end function decimal

    pure function scientific(number) result(text)
        real(real64), intent(in) :: number
        character(len=:), allocatable :: text
        character(len=24) :: buffer

        write (buffer, '(es24.8e3)') number
        text = trim(adjustl(buffer))
    end function scientific

    pure function listed(numbers) result(text)
        integer(int64), intent(in) :: numbers(:)
        character(len=:), allocatable :: text
        integer :: i

        text = "["
        do i = 1, size(numbers)
            if (i > 1) text = text//", "
            text = text//decimal(numbers(i))
        end do
        text = text//"]"
    end function listed
end module zarr_numbers
