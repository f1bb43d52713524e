/** A webhook for a receiver that many have: what the form begins with, and the user completes. */
export interface HookPreset {
  readonly id: string;
  /** A name as its maker writes it. */
  readonly name: string;
  /** Shows what an address looks like. */
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Names of the secrets that the template asks for. */
  readonly secrets: readonly string[];
  readonly payload: string;
}

const writeJson = (lines: readonly string[]) => lines.join('\n');

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md#32-structured-content-mode */
const cloudEvents: HookPreset = {
  id: 'cloud-events',
  name: 'CloudEvents 1.0',
  url: 'https://events.example.com/',
  headers: [{ name: 'Content-Type', value: 'application/cloudevents+json' }],
  secrets: [],
  payload: writeJson([
    '{',
    '  "specversion": "1.0",',
    '  "id": "{{ .packhouse.id }}",',
    '  "source": "{{ .jpd_origin }}",',
    '  "type": "packhouse.{{ .domain }}.{{ .event_type }}",',
    '  "time": "{{ .packhouse.at }}",',
    '  "datacontenttype": "application/json",',
    '  "data": {{ json .data }}',
    '}',
  ]),
};

/** https://api.slack.com/messaging/webhooks */
const slack: HookPreset = {
  id: 'slack',
  name: 'Slack',
  url: 'https://hooks.slack.com/services/…',
  headers: [],
  secrets: [],
  payload: writeJson([
    '{',
    '  "text": "{{ .domain }} {{ .event_type }} by {{ .packhouse.actor }}",',
    '  "blocks": [',
    '    { "type": "section", "text": { "type": "plain_text", "text": "{{ .domain }} {{ .event_type }} by {{ .packhouse.actor }}" } },',
    '    { "type": "context", "elements": [{ "type": "plain_text", "text": "{{ .data.repo_key }} {{ .data.path }} {{ .data.build_name }} {{ .data.release_bundle_name }}" }] }',
    '  ]',
    '}',
  ]),
};

/** https://learn.microsoft.com/en-us/connectors/teams/#microsoft-teams-webhook */
const teams: HookPreset = {
  id: 'teams',
  name: 'Microsoft Teams',
  url: 'https://….logic.azure.com/workflows/…',
  headers: [],
  secrets: [],
  payload: writeJson([
    '{',
    '  "type": "message",',
    '  "attachments": [',
    '    {',
    '      "contentType": "application/vnd.microsoft.card.adaptive",',
    '      "content": {',
    '        "type": "AdaptiveCard",',
    '        "version": "1.4",',
    '        "body": [',
    '          { "type": "TextBlock", "weight": "bolder", "text": "{{ .domain }} {{ .event_type }}" },',
    '          { "type": "TextBlock", "wrap": true, "text": "{{ .data.repo_key }} {{ .data.path }} {{ .data.build_name }} {{ .data.release_bundle_name }}" },',
    '          { "type": "TextBlock", "isSubtle": true, "text": "{{ .packhouse.actor }}, {{ .packhouse.at }}" }',
    '        ]',
    '      }',
    '    }',
    '  ]',
    '}',
  ]),
};

/** https://plugins.jenkins.io/generic-webhook-trigger/ */
const jenkins: HookPreset = {
  id: 'jenkins',
  name: 'Jenkins',
  url: 'https://jenkins.example.com/generic-webhook-trigger/invoke',
  headers: [{ name: 'token', value: '' }],
  secrets: [],
  payload: writeJson(['{', '  "domain": "{{ .domain }}",', '  "event_type": "{{ .event_type }}",', '  "data": {{ json .data }}', '}']),
};

/** https://docs.github.com/en/rest/repos/repos#create-a-repository-dispatch-event */
const gitHub: HookPreset = {
  id: 'github',
  name: 'GitHub repository_dispatch',
  url: 'https://api.github.com/repos/OWNER/REPOSITORY/dispatches',
  headers: [
    { name: 'Accept', value: 'application/vnd.github+json' },
    { name: 'Authorization', value: 'Bearer ' },
  ],
  secrets: [],
  payload: writeJson([
    '{',
    '  "event_type": "{{ .domain }}_{{ .event_type }}",',
    '  "client_payload": {',
    '    "id": "{{ .packhouse.id }}",',
    '    "origin": "{{ .jpd_origin }}",',
    '    "actor": "{{ .packhouse.actor }}",',
    '    "data": {{ json .data }}',
    '  }',
    '}',
  ]),
};

/** https://docs.gitlab.com/api/pipeline_triggers/#trigger-a-pipeline-with-a-token */
const gitLab: HookPreset = {
  id: 'gitlab',
  name: 'GitLab pipeline trigger',
  url: 'https://gitlab.com/api/v4/projects/PROJECT/trigger/pipeline',
  headers: [],
  secrets: ['token'],
  payload: writeJson([
    '{',
    '  "token": "{{ .secrets.token }}",',
    '  "ref": "main",',
    '  "variables": {',
    '    "EVENT_DOMAIN": "{{ .domain }}",',
    '    "EVENT_TYPE": "{{ .event_type }}",',
    '    "EVENT_DATA": "{{ .data }}"',
    '  }',
    '}',
  ]),
};

export const hookPresets: readonly HookPreset[] = [cloudEvents, slack, teams, jenkins, gitHub, gitLab];
