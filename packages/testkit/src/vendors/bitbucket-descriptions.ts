import type { DescribedCall } from './description.ts';

const cloudPages = ['page', 'pagelen', 'q', 'sort', 'fields'];
const cloudHook = ['description', 'url!', 'secret', 'active', 'events!'];
const cloud = '/repositories/{workspace}/{repo}';

/** Bitbucket Cloud's description. https://api.bitbucket.org/swagger.json */
export const bitbucketCloudCalls: readonly DescribedCall[] = [
  { call: 'GET /user', status: 200, tells: { display_name: 'string' } },
  { call: 'GET /user/workspaces', query: cloudPages, status: 200, tells: { values: 'array', 'values[].workspace.slug': 'string', next: 'string?' } },
  {
    call: 'GET /repositories/{workspace}',
    query: ['role', ...cloudPages],
    status: 200,
    tells: {
      'values[].uuid': 'string',
      'values[].full_name': 'string',
      'values[].is_private': 'boolean',
      'values[].mainbranch.name': 'string?',
      'values[].links.clone[].name': 'string',
      'values[].links.clone[].href': 'string',
      next: 'string?',
    },
  },
  { call: `GET ${cloud}/hooks`, query: cloudPages, status: 200, tells: { 'values[].uuid': 'string', 'values[].url': 'string', next: 'string?' } },
  { call: `POST ${cloud}/hooks`, body: cloudHook, status: 201, tells: { uuid: 'string', url: 'string' } },
  { call: `PUT ${cloud}/hooks/{uid}`, body: cloudHook, status: 200, tells: { uuid: 'string', url: 'string' } },
  { call: `DELETE ${cloud}/hooks/{uid}`, status: 204 },
  {
    call: `GET ${cloud}/pullrequests/{id}`,
    status: 200,
    tells: {
      id: 'number',
      title: 'string',
      state: 'string',
      'source.commit.hash': 'string',
      'source.branch.name': 'string',
      'destination.commit.hash': 'string',
      'links.html.href': 'string',
    },
  },
  { call: `GET ${cloud}/merge-base/{revspec}`, status: 200, tells: { hash: 'string' } },
  { call: `GET ${cloud}/commit/{commit}`, status: 200, tells: { hash: 'string' } },
  {
    call: `POST ${cloud}/commit/{commit}/statuses/build`,
    body: ['key!', 'state!', 'url', 'name', 'description', 'refname'],
    status: 201,
    tells: { state: 'string' },
  },
  {
    call: `PUT ${cloud}/commit/{commit}/reports/{reportId}`,
    body: ['type!', 'title', 'details', 'external_id', 'reporter', 'link', 'remote_link_enabled', 'logo_url', 'report_type', 'result', 'data'],
    status: 200,
  },
  { call: `DELETE ${cloud}/commit/{commit}/reports/{reportId}`, status: 204 },
  {
    call: `POST ${cloud}/commit/{commit}/reports/{reportId}/annotations`,
    body: ['type!', 'external_id', 'annotation_type', 'path', 'line', 'summary', 'details', 'result', 'severity', 'link'].map((field) => `[].${field}`),
    status: 200,
  },
  {
    call: `GET ${cloud}/pullrequests/{id}/comments`,
    query: cloudPages,
    status: 200,
    tells: { 'values[].id': 'number', 'values[].content.raw': 'string', 'values[].deleted': 'boolean?', next: 'string?' },
  },
  { call: `POST ${cloud}/pullrequests/{id}/comments`, body: ['content!', 'content.raw!', 'parent', 'inline'], status: 201, tells: { id: 'number' } },
  { call: `PUT ${cloud}/pullrequests/{id}/comments/{comment_id}`, body: ['content!', 'content.raw!'], status: 200, tells: { id: 'number' } },
];

const serverPages = ['start', 'limit'];
const server = '/api/latest/projects/{projectKey}/repos/{repositorySlug}';
const insights = '/insights/latest/projects/{projectKey}/repos/{repositorySlug}/commits/{commitId}/reports/{key}';
const serverHook = ['name!', 'url!', 'active', 'events!', 'configuration', 'configuration.secret', 'sslVerificationRequired'];
const paged = { values: 'array', isLastPage: 'boolean', nextPageStart: 'number?' } as const;

/** Bitbucket Data Center's description. https://developer.atlassian.com/server/bitbucket/rest/ */
export const bitbucketServerCalls: readonly DescribedCall[] = [
  { call: 'GET /api/latest/projects', query: ['name', 'permission', ...serverPages], status: 200, tells: { ...paged, 'values[].key': 'string' } },
  {
    call: 'GET /api/latest/repos',
    query: ['name', 'projectname', 'projectkey', 'permission', 'visibility', 'archived', 'state', ...serverPages],
    status: 200,
    tells: { ...paged, 'values[].id': 'number', 'values[].slug': 'string', 'values[].project.key': 'string', 'values[].links.clone[].href': 'string' },
  },
  {
    call: `GET ${server}/webhooks`,
    query: ['event', 'statistics', ...serverPages],
    status: 200,
    tells: { ...paged, 'values[].id': 'number', 'values[].url': 'string' },
  },
  { call: `POST ${server}/webhooks`, body: serverHook, status: 201, tells: { id: 'number', url: 'string' } },
  { call: `PUT ${server}/webhooks/{id}`, body: serverHook, status: 200, tells: { id: 'number', url: 'string' } },
  { call: `DELETE ${server}/webhooks/{id}`, status: 204 },
  {
    call: `GET ${server}/pull-requests/{id}`,
    status: 200,
    tells: { id: 'number', title: 'string', state: 'string', 'fromRef.latestCommit': 'string', 'toRef.latestCommit': 'string', 'links.self[].href': 'string' },
  },
  { call: `GET ${server}/commits/{commitId}/merge-base`, query: ['otherCommitId'], status: 200, tells: { id: 'string' } },
  {
    call: `POST ${server}/commits/{commitId}/builds`,
    body: ['key!', 'state!', 'url!', 'name', 'description', 'ref', 'parent', 'buildNumber', 'duration', 'lastUpdated', 'testResults'],
    status: 204,
  },
  { call: `PUT ${insights}`, body: ['title!', 'data', 'details', 'link', 'logoUrl', 'reporter', 'result', 'createdDate', 'coverageProviderKey'], status: 200 },
  { call: `DELETE ${insights}`, status: 204 },
  {
    call: `POST ${insights}/annotations`,
    body: ['annotations!', ...['externalId', 'type', 'message!', 'severity!', 'path', 'line', 'link'].map((field) => `annotations[].${field}`)],
  },
  {
    call: `GET ${server}/pull-requests/{id}/activities`,
    query: ['fromId', 'fromType', ...serverPages],
    status: 200,
    tells: { ...paged, 'values[].action': 'string' },
  },
  {
    call: `POST ${server}/pull-requests/{id}/comments`,
    body: ['text!', 'parent', 'anchor', 'severity'],
    status: 201,
    tells: { id: 'number', version: 'number', text: 'string' },
  },
  {
    call: `PUT ${server}/pull-requests/{id}/comments/{comment}`,
    body: ['text!', 'version!', 'severity', 'state'],
    status: 200,
    tells: { id: 'number', version: 'number' },
  },
];
