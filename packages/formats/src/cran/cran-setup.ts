import type { SetupContext, Snippet } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

/**
 * R itself takes a name and a password from nowhere but an address, and gives up where that is as long as a token makes it; curl, which R can be told to use,
 * takes them for one host from a file. That is in the folder of R's session, which nobody else may read and which goes with it.
 * https://stat.ethz.ch/R-manual/R-devel/library/utils/html/download.file.html
 */
function writeProfile({ url, key, user, class: repositoryClass }: SetupContext): string {
  const others = repositoryClass === 'local' ? ', getOption("repos")' : '';
  return [
    "cat >> ~/.Rprofile <<'END'",
    'local({',
    '  netrc <- tempfile("netrc")',
    `  writeLines(paste("machine ${new URL(url).hostname} login ${user} password", Sys.getenv("${tokenVariable}")), netrc)`,
    `  options(repos = c(${JSON.stringify(key)} = "${url}"${others}))`,
    '  options(download.file.method = "curl", download.file.extra = paste("--fail --location --netrc-file", netrc))',
    '})',
    'END',
  ].join('\n');
}

export function setup(context: SetupContext): Snippet[] {
  const { url, user, canDeploy, class: repositoryClass } = context;
  const publishing: Snippet = {
    step: 'publish',
    title: 'Build the package in this folder, and upload it',
    language: 'shell',
    text: `R CMD build .\ncurl -f -u "${user}:$${tokenVariable}" -T mypackage_1.0.0.tar.gz "${url}/src/contrib/mypackage_1.0.0.tar.gz"`,
  };
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: repositoryClass === 'local' ? 'Have R ask this repository, before others' : 'Have R ask this repository, and no other',
      language: 'shell',
      text: writeProfile(context),
    },
    ...(canDeploy ? [publishing] : []),
    { step: 'resolve', title: 'Install a package', language: 'shell', text: `Rscript -e 'install.packages("mypackage")'` },
  ];
}
