# Not run yet, see ../README.md.
from spack.package import *


class Libzarr(CMakePackage):
    """Every Zarr format, read and written behind a C ABI, with C++ and Fortran layers."""

    # url and the checksum of each version belong here once there are releases.
    license("MIT OR Apache-2.0")
    version("main", branch="main")

    variant("shared", default=True, description="zarr::zarr is the shared library; both are always built")
    variant("cloud", default=True, description="Stores at http, https, s3, gs and az URLs")
    variant("zfp", default=True, description="The codecs zfp and zfpy")
    variant("fortran", default=True, description="The Fortran module")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.16:", type="build")
    depends_on("rust@1.89:", type="build")

    def cmake_args(self):
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("ZARR_CLOUD", "cloud"),
            self.define_from_variant("ZARR_ZFP", "zfp"),
            self.define_from_variant("ZARR_FORTRAN", "fortran"),
        ]
