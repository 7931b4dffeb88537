# SPDX-License-Identifier: MIT
"""oncemore for Conan 2: the headers, made from this checkout.

    conan create .github/packaging/conan

and then, in a project of one's own, `requires = "oncemore/0.1.0"` and, by CMakeDeps,
find_package(oncemore) and the target oncemore::oncemore; by PkgConfigDeps the name oncemore.
"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load


class OncemoreConan(ConanFile):
    name = "oncemore"
    license = "MIT"
    url = "https://github.com/oncemore/oncemore"
    homepage = url
    description = "Should this HTTP request be sent once more, and when?"
    topics = ("http", "retry", "backoff", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    @property
    def _checkout(self):
        return os.path.join(self.recipe_folder, "..", "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._checkout, "include", "oncemore", "version.hpp"))
        numbers = re.findall(r"^#define ONCEMORE_VERSION_[A-Z]+ (\d+)$", header, re.M)
        self.version = ".".join(numbers)

    def export_sources(self):
        copy(self, "*.hpp", os.path.join(self._checkout, "include"),
             os.path.join(self.export_sources_folder, "include"))
        copy(self, "LICENSE", self._checkout, self.export_sources_folder)

    def validate(self):
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 17)

    def package(self):
        copy(self, "*.hpp", os.path.join(self.source_folder, "include"),
             os.path.join(self.package_folder, "include"))
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "oncemore")
        self.cpp_info.set_property("cmake_target_name", "oncemore::oncemore")
        self.cpp_info.set_property("pkg_config_name", "oncemore")
