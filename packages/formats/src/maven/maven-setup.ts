import type { SetupContext, Snippet } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

/** A profile that knows the repository with its snapshots, under the name of Maven's own unless only what is here should come from here. */
function profile({ url, key }: SetupContext, id: string): string {
  const parts = (['repository', 'pluginRepository'] as const).map((kind) => {
    const list = kind === 'repository' ? 'repositories' : 'pluginRepositories';
    return `      <${list}>
        <${kind}>
          <id>${id}</id>
          <url>${url}</url>
          <releases><enabled>true</enabled></releases>
          <snapshots><enabled>true</enabled></snapshots>
        </${kind}>
      </${list}>`;
  });
  return `    <profile>
      <id>${key}</id>
${parts.join('\n')}
    </profile>`;
}

function mirrors({ url, key }: SetupContext): string {
  return `  <mirrors>
    <mirror>
      <id>${key}</id>
      <mirrorOf>*</mirrorOf>
      <url>${url}</url>
    </mirror>
  </mirrors>
`;
}

function settings(context: SetupContext): string {
  const { key, user } = context;
  const everything = context.class !== 'local';
  return `<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0">
  <servers>
    <server>
      <id>${key}</id>
      <username>${user}</username>
      <password>\${env.${tokenVariable}}</password>
    </server>
  </servers>
${everything ? mirrors(context) : ''}  <profiles>
${profile(context, everything ? 'central' : key)}
  </profiles>
  <activeProfiles>
    <activeProfile>${key}</activeProfile>
  </activeProfiles>
</settings>
`;
}

/** Snippets for Maven, and for gradle to read from the same layout. */
export function setup(context: SetupContext): Snippet[] {
  const { url, key, canDeploy } = context;
  const publishing: Snippet[] = canDeploy
    ? [
        {
          step: 'publish',
          title: 'Deploy the project in this folder',
          language: 'shell',
          // The middle part is what older deploy plugins need and newer ones take.
          text: `mvn deploy -DaltDeploymentRepository=${key}::default::${url}`,
        },
      ]
    : [];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: context.class === 'local' ? 'Let Maven know this repository' : 'Let Maven take everything from this repository',
      file: '~/.m2/settings.xml',
      language: 'xml',
      text: settings(context),
    },
    ...publishing,
    { step: 'resolve', title: 'Fetch an artifact', language: 'shell', text: 'mvn dependency:get -Dartifact=com.example:your-artifact:1.0.0' },
  ];
}
