import { createHash } from 'node:crypto';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** For tests: a manifest of these files, and the revision that it is of. */
export function makeManifest(files: Record<string, string>): { text: string; revision: string } {
  const lines = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => `${name}: ${md5(content)}\n`)
    .join('');
  return { text: `1767323045\n${lines}`, revision: md5(lines) };
}

export const recipeText = `from conan import ConanFile
from conan.tools.files import copy

required_conan_version = ">=2.0"


class HelloConan(ConanFile):
    name = "hello"
    description = "Says hello"  # to everybody
    license = ("MIT", "Apache-2.0")
    author = "Ada <ada@example.test>"
    topics = ("greeting", 'polite')
    homepage = "https://hello.example.test"
    url = "https://git.example.test/hello"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
    }
    default_options = {"shared": False, "fPIC": True}
    requires = "zlib/[>=1.2.11 <2]"

    def requirements(self):
        self.requires("fmt/10.2.1@acme/stable#0123456789abcdef", transitive_headers=True)
        if self.options.shared:
            self.requires(f"computed/{self.version}")

    def build_requirements(self):
        self.tool_requires("cmake/3.27.1")
        self.test_requires("gtest/1.14.0")

    def package(self):
        copy(self, "*.h", self.source_folder, self.package_folder)
`;
