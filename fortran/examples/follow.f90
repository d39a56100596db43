! Looks at a measurement that goes on in another process, the writer of c_examples/follow.c or of this program:
!
!     follow write STORE FRAMES     appends one frame after the other
!     follow read STORE             prints each as soon as it is there, and ends with the writer
!
! A writer first grows the array and then writes the elements, so a shape alone does not tell whether they are there yet. The
! attribute "complete_frames" does: it is set when a frame has been written, and never says too much.
program follow
    use, intrinsic :: iso_fortran_env, only: int64, output_unit, real32
    use zarr
    implicit none
    integer, parameter :: stations = 500, patience = 60
    type(zarr_store) :: store
    type(zarr_array) :: level
    character(len=512) :: what, path, number
    integer :: frames, problem

    call get_command_argument(1, what)
    call get_command_argument(2, path)
    call get_command_argument(3, number)
    read (number, *, iostat=problem) frames
    call store%open(path)
    if (what == "write" .and. problem == 0) then
        call write_all()
    else if (what == "read") then
        call read_all()
    else
        error stop "usage: follow write STORE FRAMES | follow read STORE"
    end if
    call level%close()
    call store%close()

contains

    subroutine write_all()
        integer :: frame, i

        ! The attributes are there with the array: no reader meets it without them.
        call level%create(store, "level", zarr_float32, [stations, 0], chunks=[stations, 16], codecs=["zstd"], &
            dimension_names=["station", "time   "], attributes='{"complete_frames": 0, "finished": false}', replace=.true.)
        do frame = 0, frames - 1
            call level%append([(real(frame*1000 + i, real32), i=0, stations - 1)])
            call level%set_attribute("complete_frames", frame + 1)
            call wait_a_little()
        end do
        call level%set_attribute("finished", .true.)
    end subroutine write_all

    subroutine read_all()
        real(real32) :: values(stations)
        integer(int64) :: since
        integer :: complete, seen, stat
        logical :: finished

        since = seconds()
        do
            call level%open(store, "level", stat=stat)
            if (stat == zarr_ok) exit
            if (stat /= zarr_error_not_found .or. seconds() - since > patience) error stop "there is no array to follow"
            call wait_a_little()
        end do
        seen = 0
        finished = .false.
        complete = 0
        do while (.not. finished .or. seen < complete)
            ! The shape and both attributes are those of one document.
            call level%refresh()
            call level%get_attribute("complete_frames", complete)
            call level%get_attribute("finished", finished)
            if (seen < complete) since = seconds()
            do seen = seen + 1, complete
                call level%read(values, start=[1, seen], count=[stations, 1])
                print '(a, i0, a, i0, a, i0)', "frame ", seen - 1, ": ", nint(values(1)), " to ", nint(values(stations))
                flush (output_unit)
            end do
            seen = seen - 1
            if (seconds() - since > patience) error stop "the writer has stopped without an end"
            call wait_a_little()
        end do
    end subroutine read_all

    function seconds() result(now)
        integer(int64) :: now, ticks, rate

        call system_clock(ticks, rate)
        now = ticks/rate
    end function seconds

    ! Fortran has no way to sleep; C has one.
    subroutine wait_a_little()
        use, intrinsic :: iso_c_binding, only: c_int
        interface
            function usleep(microseconds) bind(c) result(answer)
                import :: c_int
                integer(c_int), value :: microseconds
                integer(c_int) :: answer
            end function usleep
        end interface
        integer(c_int) :: ignored

        ignored = usleep(5000_c_int)
    end subroutine wait_a_little
end program follow
