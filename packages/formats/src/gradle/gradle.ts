import type { Format, SetupContext, Snippet } from '../format.ts';
import { maven } from '../maven/maven.ts';
import type { MavenMetadata } from '../maven/maven-metadata.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { locks } from './gradle-locks.ts';

/** The block that names the repository, for resolving and for publishing alike. */
function block({ url, user }: SetupContext, indent: string): string {
  const insecure = url.startsWith('http:') ? [`${indent}        allowInsecureProtocol = true`] : [];
  return [
    `${indent}repositories {`,
    `${indent}    maven {`,
    `${indent}        url = uri("${url}")`,
    ...insecure,
    `${indent}        credentials {`,
    `${indent}            username = "${user}"`,
    `${indent}            password = System.getenv("${tokenVariable}")`,
    `${indent}        }`,
    `${indent}    }`,
    `${indent}}`,
  ].join('\n');
}

// https://docs.gradle.org/current/userguide/publishing_maven.html
function setup(context: SetupContext): Snippet[] {
  const publishing: Snippet[] = context.canDeploy
    ? [
        {
          step: 'publish',
          title: 'Publish from this build (apply the maven-publish plugin)',
          file: 'publishing.gradle',
          language: 'groovy',
          text: `publishing {\n    publications {\n        library(MavenPublication) {\n            from components.java\n        }\n    }\n${block(context, '    ')}\n}`,
        },
        { step: 'publish', title: 'Publish', language: 'shell', text: 'gradle publish' },
      ]
    : [];
  return [
    tokenSnippet(),
    { step: 'configure', title: 'Take dependencies from this repository', file: 'repositories.gradle', language: 'groovy', text: block(context, '') },
    ...publishing,
    { step: 'resolve', title: 'Fetch what the build needs', language: 'shell', text: 'gradle dependencies --configuration compileClasspath' },
  ];
}

/** Gradle reads and writes the Maven layout; its own module metadata is one more file there. https://github.com/gradle/gradle/blob/master/platforms/documentation/docs/src/docs/design/gradle-module-metadata-latest-specification.md */
export const gradle: Format<MavenMetadata> = { ...maven, id: 'gradle', locks, setup, demo: undefined };
