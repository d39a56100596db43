"""The part of osgeo.gdal that with_gdal.py needs, over the C functions of the libgdal in rasterio's wheel, which has no
osgeo.

Names and meanings are those of osgeo. Texts and structs come as arrays, too, which osgeo does not have.
"""

import ctypes
import math
import pathlib

import numpy as np
import rasterio  # sets up what libgdal finds beside itself

LIBRARY = ctypes.CDLL(str(next((pathlib.Path(rasterio.__file__).parent.parent / "rasterio.libs").glob("libgdal*"))))
POINTER, TEXT, SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
OF_UPDATE, OF_MULTIDIM_RASTER, CE_FAILURE = 1, 0x10, 3
NUMERIC, STRING, COMPOUND = range(3)
# GDAL has no opaque bytes: these are pointers to texts.
POINTERS = np.dtype(f"V{ctypes.sizeof(POINTER)}")
(GDT_Byte, GDT_UInt16, GDT_Int16, GDT_UInt32, GDT_Int32, GDT_Float32, GDT_Float64) = range(1, 8)
(GDT_CFloat32, GDT_CFloat64, GDT_UInt64, GDT_Int64, GDT_Int8, GDT_Float16) = range(10, 16)
NUMPY = {
    GDT_Byte: "u1",
    GDT_UInt16: "u2",
    GDT_Int16: "i2",
    GDT_UInt32: "u4",
    GDT_Int32: "i4",
    GDT_Float32: "f4",
    GDT_Float64: "f8",
    GDT_CFloat32: "c8",
    GDT_CFloat64: "c16",
    GDT_UInt64: "u8",
    GDT_Int64: "i8",
    GDT_Int8: "i1",
    GDT_Float16: "f2",
}


def call(name, result, *arguments):
    """Calls a function of libgdal; what it reports as a failure is raised."""
    function = getattr(LIBRARY, name)
    function.restype = result
    LIBRARY.CPLErrorReset()
    value = function(*arguments)
    if LIBRARY.CPLGetLastErrorType() >= CE_FAILURE:
        LIBRARY.CPLGetLastErrorMsg.restype = TEXT
        raise RuntimeError(LIBRARY.CPLGetLastErrorMsg().decode("utf-8", "replace"))
    return value


def texts(values):
    return (TEXT * (len(values) + 1))(*[value.encode() for value in values], None)


def long(values):
    return (ctypes.c_uint64 * max(1, len(values)))(*values)


def free(pointer):
    LIBRARY.VSIFree(POINTER(pointer))


def counted(name, handle, result):
    """The items of an array that libgdal gives with their number."""
    size = SIZE()
    items = call(
        name, ctypes.POINTER(result), handle, ctypes.byref(size), *([None] if name.endswith("Attributes") else [])
    )
    found = [items[n] for n in range(size.value)]
    free(ctypes.cast(items, POINTER).value)
    return found


class Handle:
    def __init__(self, handle):
        if not handle:
            raise RuntimeError(f"no {type(self).__name__}")
        self._as_parameter_ = POINTER(handle)

    def __del__(self):
        if hasattr(self, "_as_parameter_"):
            getattr(LIBRARY, self.release).restype = None
            getattr(LIBRARY, self.release)(self)


class ExtendedDataType(Handle):
    release = "GDALExtendedDataTypeRelease"

    @classmethod
    def Create(cls, code):
        return cls(call("GDALExtendedDataTypeCreate", POINTER, code))

    @classmethod
    def CreateString(cls, most=0):
        return cls(call("GDALExtendedDataTypeCreateString", POINTER, SIZE(most)))

    @classmethod
    def CreateCompound(cls, name, size, components):
        handles = (POINTER * len(components))(*[component._as_parameter_ for component in components])
        return cls(
            call(
                "GDALExtendedDataTypeCreateCompound", POINTER, name.encode(), SIZE(size), SIZE(len(components)), handles
            )
        )

    def GetClass(self):
        return call("GDALExtendedDataTypeGetClass", ctypes.c_int, self)

    def GetNumericDataType(self):
        return call("GDALExtendedDataTypeGetNumericDataType", ctypes.c_int, self)

    def GetSize(self):
        return call("GDALExtendedDataTypeGetSize", SIZE, self)

    def GetComponents(self):
        return [EDTComponent(handle) for handle in counted("GDALExtendedDataTypeGetComponents", self, POINTER)]

    def numpy(self):
        """How its elements lie in memory; texts are pointers."""
        kind = self.GetClass()
        if kind != COMPOUND:
            return np.dtype(NUMPY[self.GetNumericDataType()] if kind == NUMERIC else POINTERS)
        parts = self.GetComponents()
        return np.dtype(
            {
                "names": [part.GetName() for part in parts],
                "formats": [part.GetType().numpy() for part in parts],
                "offsets": [part.GetOffset() for part in parts],
                "itemsize": self.GetSize(),
            }
        )


class EDTComponent(Handle):
    release = "GDALEDTComponentRelease"

    @classmethod
    def Create(cls, name, offset, data_type):
        return cls(call("GDALEDTComponentCreate", POINTER, name.encode(), SIZE(offset), data_type))

    def GetName(self):
        return call("GDALEDTComponentGetName", TEXT, self).decode()

    def GetOffset(self):
        return call("GDALEDTComponentGetOffset", SIZE, self)

    def GetType(self):
        return ExtendedDataType(call("GDALEDTComponentGetType", POINTER, self))


class Dimension(Handle):
    release = "GDALDimensionRelease"

    def GetName(self):
        return call("GDALDimensionGetName", TEXT, self).decode()

    def GetSize(self):
        return call("GDALDimensionGetSize", ctypes.c_uint64, self)


class Attribute(Handle):
    release = "GDALAttributeRelease"

    def GetName(self):
        return call("GDALAttributeGetName", TEXT, self).decode()

    def Read(self):
        kind = ExtendedDataType(call("GDALAttributeGetDataType", POINTER, self)).GetClass()
        many = call("GDALAttributeGetDimensionCount", SIZE, self) != 0
        if kind == STRING and many:
            found, values, n = call("GDALAttributeReadAsStringArray", ctypes.POINTER(TEXT), self), [], 0
            while found and found[n] is not None:
                values.append(found[n].decode())
                n += 1
            call("CSLDestroy", None, found)
            return values
        if kind == STRING:
            return call("GDALAttributeReadAsString", TEXT, self).decode()
        return (
            counted("GDALAttributeReadAsDoubleArray", self, ctypes.c_double)
            if many
            else call("GDALAttributeReadAsDouble", ctypes.c_double, self)
        )

    def Write(self, value):
        if isinstance(value, str):
            call("GDALAttributeWriteString", ctypes.c_int, self, value.encode())
        elif isinstance(value, list):
            call(
                "GDALAttributeWriteDoubleArray",
                ctypes.c_int,
                self,
                (ctypes.c_double * len(value))(*value),
                SIZE(len(value)),
            )
        else:
            call("GDALAttributeWriteDouble", ctypes.c_int, self, ctypes.c_double(value))


class Node(Handle):
    """Groups and arrays have attributes."""

    def GetAttributes(self):
        return [Attribute(handle) for handle in counted(f"{self.type}GetAttributes", self, POINTER)]

    def CreateAttribute(self, name, lengths, data_type):
        return Attribute(
            call(
                f"{self.type}CreateAttribute",
                POINTER,
                self,
                name.encode(),
                SIZE(len(lengths)),
                long(lengths),
                data_type,
                None,
            )
        )


class MDArray(Node):
    type, release = "GDALMDArray", "GDALMDArrayRelease"

    def GetDimensions(self):
        return [Dimension(handle) for handle in counted("GDALMDArrayGetDimensions", self, POINTER)]

    def GetBlockSize(self):
        return counted("GDALMDArrayGetBlockSize", self, ctypes.c_uint64)

    def GetDataType(self):
        return ExtendedDataType(call("GDALMDArrayGetDataType", POINTER, self))

    def GetNoDataValueAsRaw(self):
        value = call("GDALMDArrayGetRawNoDataValue", POINTER, self)
        return value and ctypes.string_at(value, self.GetDataType().GetSize())

    def SetNoDataValueRaw(self, value):
        call("GDALMDArraySetRawNoDataValue", ctypes.c_int, self, value)

    def _move(self, name, start, count, memory):
        places = long(start), (SIZE * max(1, len(count)))(*count)
        if not call(
            name,
            ctypes.c_int,
            self,
            *places,
            None,
            None,
            self.GetDataType(),
            POINTER(memory.ctypes.data),
            None,
            SIZE(0),
        ):
            raise RuntimeError(f"{name} fails")

    def ReadAsArray(self):
        count = [dimension.GetSize() for dimension in self.GetDimensions()]
        memory = np.zeros(math.prod(count), self.GetDataType().numpy())
        self._move("GDALMDArrayRead", [0] * len(count), count, memory)
        return take_texts(memory).reshape(count)

    def Write(self, data, start, count):
        self._move("GDALMDArrayWrite", start, count, np.frombuffer(data, "u1"))

    def WriteStrings(self, values):
        kept = [value.encode() for value in values.ravel()]
        pointers = np.array([ctypes.cast(TEXT(value), POINTER).value for value in kept], np.uintp)
        self._move("GDALMDArrayWrite", [0] * values.ndim, values.shape, pointers)

    def Resize(self, lengths):
        call("GDALMDArrayResize", ctypes.c_int, self, long(lengths), None)


def take_texts(memory):
    """Elements with the texts in place of pointers to them, which are given back."""
    if memory.dtype.names:
        parts = [take_texts(memory[name]) for name in memory.dtype.names]
        values = np.empty(memory.shape, [(name, part.dtype) for name, part in zip(memory.dtype.names, parts)])
        for name, part in zip(memory.dtype.names, parts):
            values[name] = part
        return values
    if memory.dtype != POINTERS:
        return memory
    values = np.empty(memory.shape, object)
    for n, pointer in enumerate(np.ascontiguousarray(memory).view(np.uintp).tolist()):
        values[n] = ctypes.string_at(pointer).decode("utf-8", "surrogateescape") if pointer else ""
        free(pointer)
    return values


class Group(Node):
    type, release = "GDALGroup", "GDALGroupRelease"

    def OpenMDArrayFromFullname(self, path):
        return MDArray(call("GDALGroupOpenMDArrayFromFullname", POINTER, self, path.encode(), None))

    def CreateGroup(self, name):
        return Group(call("GDALGroupCreateGroup", POINTER, self, name.encode(), None))

    def CreateDimension(self, name, kind, direction, length):
        return Dimension(
            call(
                "GDALGroupCreateDimension", POINTER, self, name.encode(), kind, direction, ctypes.c_uint64(length), None
            )
        )

    def CreateMDArray(self, name, dimensions, data_type, options):
        handles = (POINTER * max(1, len(dimensions)))(*[dimension._as_parameter_ for dimension in dimensions])
        return MDArray(
            call(
                "GDALGroupCreateMDArray",
                POINTER,
                self,
                name.encode(),
                SIZE(len(dimensions)),
                handles,
                data_type,
                texts(options),
            )
        )


class Dataset(Handle):
    release = "GDALClose"

    def GetRootGroup(self):
        return Group(call("GDALDatasetGetRootGroup", POINTER, self))


class Driver:
    def __init__(self, name):
        self._as_parameter_ = POINTER(call("GDALGetDriverByName", POINTER, name.encode()))

    def CreateMultiDimensional(self, path, options=()):
        return Dataset(call("GDALCreateMultiDimensional", POINTER, self, path.encode(), None, texts(options)))

    def GetMetadataItem(self, name):
        return (call("GDALGetMetadataItem", TEXT, self, name.encode(), None) or b"").decode()


def GetDriverByName(name):
    return Driver(name)


def OpenEx(path, flags):
    return Dataset(call("GDALOpenEx", POINTER, path.encode(), flags, None, None, None))


def VersionInfo(name):
    return call("GDALVersionInfo", TEXT, name.encode()).decode()


def UseExceptions():
    LIBRARY.GDALAllRegister()


def PushErrorHandler(name):
    LIBRARY.CPLPushErrorHandler(getattr(LIBRARY, name))
