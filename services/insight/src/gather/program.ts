/**
 * Programs by what they call themselves; the first that fits. Names of others are not kept, so that nobody makes series by inventing some.
 * https://www.rfc-editor.org/rfc/rfc9110#field.user-agent
 */
const programs: readonly (readonly [RegExp, string])[] = [
  [/^packhouse\b/i, 'Packhouse'],
  [/^jfrog-cli|^jfrog\b/i, 'JFrog CLI'],
  [/^(docker|moby)\b|docker-client/i, 'Docker'],
  [/^buildkit|^buildah/i, 'BuildKit and Buildah'],
  [/^containerd/i, 'containerd'],
  [/^(podman|skopeo|containers)\b|^libpod/i, 'Podman and Skopeo'],
  [/^oras/i, 'ORAS'],
  [/^helm\b/i, 'Helm'],
  [/^pnpm\b/i, 'pnpm'],
  [/^yarn\b/i, 'Yarn'],
  [/^bun\b/i, 'Bun'],
  [/^npm\b|^node-fetch-npm/i, 'npm CLI'],
  [/^uv\b/i, 'uv'],
  [/^poetry\b/i, 'Poetry'],
  [/^pdm\b/i, 'PDM'],
  [/^twine\b/i, 'twine'],
  [/^pip\b/i, 'pip'],
  [/hf_hub|huggingface/i, 'Hugging Face'],
  [/^gradle\b/i, 'Gradle'],
  [/maven|^aether/i, 'Maven'],
  [/^sbt\b|^coursier/i, 'sbt and Coursier'],
  [/nuget/i, 'NuGet'],
  [/^cargo\b/i, 'Cargo'],
  [/^go-http-client|^gomodulemirror|^go\b/i, 'Go'],
  [/bundler|rubygems|^ruby\b/i, 'RubyGems and Bundler'],
  [/^composer\b/i, 'Composer'],
  [/^conda\b|^mamba|^micromamba|^rattler|^pixi/i, 'Conda'],
  [/^r \(|^r\/|libcurl.*\br\b|^rstudio/i, 'R'],
  [/^debian apt|^apt\b/i, 'apt'],
  [/^libdnf|^dnf|^yum|^zypp|^urlgrabber/i, 'dnf, yum and zypper'],
  [/^apk-tools|^apk\b/i, 'apk'],
  [/^terraform|^opentofu/i, 'Terraform'],
  [/^vagrant/i, 'Vagrant'],
  [/^dart pub|^pub\b/i, 'pub'],
  [/^swift/i, 'Swift'],
  [/^conan/i, 'Conan'],
  [/^git-lfs/i, 'Git LFS'],
  [/^ansible/i, 'Ansible'],
  [/^node\b|^undici/i, 'Node.js programs'],
  [/^python/i, 'Python programs'],
  [/^java\b|^okhttp|^apache-httpclient/i, 'Java programs'],
  [/^curl\b/i, 'curl'],
  [/^wget\b/i, 'Wget'],
  [/^mozilla\b/i, 'browsers'],
];

/** Those that are none of these. */
export const otherProgram = 'others';

/** Texts of clients of which the program is remembered, and how much of one is read. */
const mostKnown = 1000;
const longest = 200;
const known = new Map<string, string>();

/** The program that a client says that it is: one of a few names. */
export function findProgram(agent: string | undefined): string {
  if (agent === undefined || agent === '') return otherProgram;
  const text = agent.slice(0, longest);
  const before = known.get(text);
  if (before !== undefined) return before;
  const program = programs.find(([pattern]) => pattern.test(text))?.[1] ?? otherProgram;
  if (known.size >= mostKnown) known.clear();
  known.set(text, program);
  return program;
}
