! Attributes of arrays and groups, by their types. What a user would lose: units, and what else makes numbers mean something.
! SPDX-License-Identifier: MIT OR Apache-2.0
program attributes
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_array) :: array
    type(zarr_group) :: group

    call store%open("memory://")
    call group%create(store, "", attributes='{"title": "a run"}')
    call array%create(store, "t", zarr_float32, [4], attributes='{"units": "K", "valid_range": [0, 1e3], "big": 9007199254740993}')
    call both(group, "group")
    call both(array, "array")
    call given()
    call conclude("attributes")

contains

    subroutine both(node, what)
        class(zarr_node), intent(in) :: node
        character(len=*), intent(in) :: what
        integer(int32) :: i
        integer(int64) :: j
        real(real32) :: r
        real(real64) :: d
        logical :: l
        integer(int32), allocatable :: is(:)
        integer(int64), allocatable :: js(:)
        real(real32), allocatable :: rs(:)
        real(real64), allocatable :: ds(:)
        character(len=:), allocatable :: text, texts(:)
        character(len=300) :: errmsg
        integer :: stat

        errmsg = ""
        call node%set_attribute("i", 7)
        call node%set_attribute("j", 9007199254740993_int64)
        call node%set_attribute("r", 0.1_real32)
        call node%set_attribute("d", 0.1_real64)
        call node%set_attribute("l", .true.)
        call node%set_attribute("text", "degC  ")
        call node%set_attribute("is", [1, 2, 3])
        call node%set_attribute("js", [1_int64, -9007199254740993_int64])
        call node%set_attribute("rs", [1.5, 2.5])
        call node%set_attribute("ds", [0.1_real64, 1e300_real64])
        call node%set_attribute("texts", ["longitude", "latitude "])
        call node%set_attribute_json("object", '{"a": [1, null]}')

        call node%get_attribute("i", i)
        call expect(i == 7, what//": int32")
        call node%get_attribute("j", j)
        call expect(j == 9007199254740993_int64, what//": int64")
        call node%get_attribute("r", r)
        call expect(r == 0.1_real32, what//": real32")
        call node%get_attribute("d", d)
        call expect(d == 0.1_real64, what//": real64")
        call node%get_attribute("i", d)
        call expect(d == 7, what//": an integer is a number")
        call node%get_attribute("l", l)
        call expect(l, what//": logical")
        call node%get_attribute("text", text)
        call expect(text == "degC" .and. len(text) == 4, what//": text")
        call expect(node%attribute_text("text") == "degC", what//": text as a function")
        call node%get_attribute("is", is)
        call expect(size(is) == 3 .and. all(is == [1, 2, 3]), what//": int32 list")
        call node%get_attribute("js", js)
        call expect(all_equal(js, [1_int64, -9007199254740993_int64]), what//": int64 list")
        call node%get_attribute("rs", rs)
        call expect(all(rs == [1.5, 2.5]), what//": real32 list")
        call node%get_attribute("ds", ds)
        call expect(all(ds == [0.1_real64, 1e300_real64]), what//": real64 list")
        call node%get_attribute("i", ds)
        call expect(size(ds) == 1, what//": one number is a list of one")
        call node%get_attribute("texts", texts)
        call expect(size(texts) == 2 .and. texts(2) == "latitude", what//": texts")
        call expect(node%attribute_json("object") == '{"a": [1, null]}' .or. index(node%attribute_json("object"), "null") > 0, &
            what//": JSON")
        call expect(node%attribute_kind("ds") == zarr_attribute_numbers, what//": kind")
        call expect(node%attribute_kind("absent") == zarr_attribute_none, what//": the kind of none")
        call expect(node%attribute_count("is") == 3, what//": count")
        call node%attribute_names(texts)
        call expect(any(texts == "object"), what//": names")

        i = 5
        call node%get_attribute("j", i, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_range, errmsg, what//": too large for int32")
        call expect(i == 5, what//": stays as it was")
        call node%get_attribute("js", is, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_range, errmsg, what//": one of them too large")
        call expect(index(errmsg, '"js": -9007199254740993 does not fit an integer of 32 bits') > 0, what//": which: "//errmsg)
        call node%set_attribute("huge", [1d0, 1d300])
        call node%get_attribute("huge", rs, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_range, errmsg, what//": infinite as a real of 32 bits")
        call expect(index(errmsg, '"huge": 1.00000000E+300 does not fit') > 0, what//": which: "//errmsg)
        call node%erase_attribute("huge")
        call node%get_attribute("text_", text, stat=stat, errmsg=errmsg)
        call expect(index(errmsg, 'did you mean "text"?') > 0, what//": a name that is near: "//errmsg)
        call node%get_attribute("absent", d, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_not_found, errmsg, what//": absent")
        call node%get_attribute("text", d, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_type_mismatch, errmsg, what//": a text is no number")
        call node%get_attribute("absent", text, stat=stat, errmsg=errmsg)
        call expect(stat == zarr_error_not_found .and. .not. allocated(text), what//": an absent text")
        call node%erase_attribute("i")
        call expect(node%attribute_kind("i") == zarr_attribute_none, what//": erased")
    end subroutine both

    subroutine given()
        integer(int64) :: big
        real(real64), allocatable :: range(:)

        call array%get_attribute("big", big)
        call expect(big == 9007199254740993_int64, "large integers stay what they are")
        call array%get_attribute("valid_range", range)
        call expect(size(range) == 2, "what was given on creation")
        call expect(index(group%attributes(), "a run") > 0, "all as JSON")
        call group%set_attributes('{"only": 1}')
        call expect(group%attribute_kind("title") == zarr_attribute_none, "all replaced")
    end subroutine given
end program attributes
