! Everything that may take long, watched and ended: reading, writing, copies, conversions, moves, walks, erasing. What a user would
! lose: to know how far it is, and the way out.
! SPDX-License-Identifier: MIT OR Apache-2.0
module patience
    use, intrinsic :: iso_fortran_env, only: int64
    implicit none
    integer(int64) :: calls = 0, last_done = -1, last_total = -1, enough = huge(0_int64)

contains

    function watch(done, total) result(go_on)
        integer(int64), intent(in) :: done, total
        logical :: go_on

        calls = calls + 1
        last_done = done
        last_total = total
        go_on = done < enough
    end function watch

    subroutine begin(at_most)
        integer(int64), intent(in) :: at_most

        calls = 0
        last_done = -1
        last_total = -1
        enough = at_most
    end subroutine begin

    function told_all(steps) result(told)
        integer(int64), intent(in) :: steps
        logical :: told

        told = calls >= 2 .and. last_done == steps .and. last_total == steps
    end function told_all
end module patience

program progress
    use, intrinsic :: iso_fortran_env, only: int16, int64, real64
    use check
    use patience
    use zarr
    implicit none
    integer(int64), parameter :: forever = huge(0_int64), chunks = 25
    integer, parameter :: side = 10
    type(zarr_store) :: store, other
    type(zarr_group) :: group
    type(zarr_array) :: array
    character(len=:), allocatable :: paths(:)
    integer, allocatable :: kinds(:)
    integer(int16) :: values(side, side)
    real(real64) :: reals(side, side)
    character(len=300) :: errmsg = ""
    integer :: stat

    call store%open("memory://", options='{"threads": 1}')
    call group%create(store, "g", format=zarr_format_v3)
    call array%create(store, "g/a", zarr_int16, [side, side], chunks=[2, 2], codecs=["gzip"])
    values = 7

    call begin(0_int64)
    call array%write(values, progress=watch, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_cancelled, errmsg, "writing was ended")
    call begin(forever)
    call array%write(values, progress=watch)
    call expect(told_all(chunks), "writing")

    values = 0
    call begin(5_int64)
    call array%read(values, progress=watch, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_cancelled, errmsg, "reading was ended")
    call expect(last_done == 5, "reading was ended in the middle")
    call begin(forever)
    call array%read(values, progress=watch)
    call expect(told_all(chunks) .and. all(values == 7), "reading")
    call begin(forever)
    call array%read(reals, progress=watch)
    call expect(told_all(chunks) .and. all(reals == 7), "reading as numbers of another type")

    call other%open("memory://", options='{"threads": 1}')
    call begin(0_int64)
    call store%copy("g", other, "copy", progress=watch, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_cancelled, errmsg, "a copy was ended")
    call other%remove("copy")
    call begin(forever)
    call store%copy("g", other, "copy", progress=watch)
    call expect(told_all(chunks), "a copy")
    call other%close()

    ! N5 has chunks of its own, which are made anew.
    call other%open("memory://", options='{"threads": 1}')
    call begin(5_int64)
    call store%copy("g", other, "ended", format=zarr_format_n5, progress=watch, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_cancelled, errmsg, "a conversion was ended")
    call expect(last_done == 5, "a conversion was ended in the middle")
    call begin(forever)
    call store%copy("g", other, "converted", format=zarr_format_n5, progress=watch)
    call expect(told_all(chunks), "a conversion")
    call array%open(other, "converted/a")
    values = 0
    call array%read(values)
    call expect(all(values == 7) .and. array%format() == zarr_format_n5, "what was converted")
    call array%close()

    call begin(0_int64)
    call store%move("g", "h", progress=watch, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_cancelled, errmsg, "a move was ended")
    call begin(forever)
    call store%move("g", "h", progress=watch)
    call expect(calls >= 1 .and. store%kind("h/a") == zarr_node_array, "a move")

    call begin(forever)
    call store%walk("", paths, kinds, progress=watch)
    call expect(told_all(2_int64) .and. size(paths) == 2, "a walk")
    call begin(1_int64)
    call store%walk("", paths, kinds, progress=watch, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_cancelled, errmsg, "a walk was ended")
    call expect(size(paths) == 0 .and. size(kinds) == 0, "a walk that was ended gives nothing")
    call group%open(store, "h")
    call begin(forever)
    call group%walk(paths, kinds, progress=watch)
    call expect(told_all(1_int64) .and. size(paths) == 1, "a walk from a group")
    call group%close()
    ! The variables of a program live as long as it does, which valgrind takes for lost.
    deallocate (paths, kinds)

    call begin(0_int64)
    call store%remove("h", progress=watch, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_cancelled, errmsg, "erasing was ended")
    call expect(store%kind("h/a") == zarr_node_array, "before anything was erased")
    call begin(forever)
    call store%remove("h", progress=watch)
    call expect(told_all(chunks + 2) .and. store%kind("h") == zarr_node_none, "erasing")
    call conclude("progress")
end program progress
