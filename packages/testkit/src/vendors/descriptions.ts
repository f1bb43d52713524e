import type { DescribedCall } from './description.ts';

const pages = ['page', 'per_page'];

/** GitHub's own description of its API, version 2022-11-28. https://github.com/github/rest-api-description */
export const githubCalls: readonly DescribedCall[] = [
  { call: 'GET /user', status: 200, tells: { login: 'string', id: 'number' } },
  {
    call: 'GET /user/repos',
    query: ['visibility', 'affiliation', 'type', 'sort', 'direction', 'since', 'before', ...pages],
    status: 200,
    tells: { '[].id': 'number', '[].full_name': 'string', '[].private': 'boolean', '[].clone_url': 'string', '[].default_branch': 'string' },
  },
  { call: 'GET /repos/{owner}/{repo}/hooks', query: pages, status: 200, tells: { '[].id': 'number', '[].config': 'object', '[].events': 'array' } },
  {
    call: 'POST /repos/{owner}/{repo}/hooks',
    body: ['name', 'active', 'events', 'config!', 'config.url!', 'config.content_type', 'config.secret', 'config.insecure_ssl'],
    status: 201,
    tells: { id: 'number', active: 'boolean', events: 'array', config: 'object' },
  },
  {
    call: 'PATCH /repos/{owner}/{repo}/hooks/{hook_id}',
    body: ['active', 'events', 'add_events', 'remove_events', 'config', 'config.url', 'config.content_type', 'config.secret', 'config.insecure_ssl'],
    status: 200,
    tells: { id: 'number', active: 'boolean', events: 'array', config: 'object' },
  },
  { call: 'DELETE /repos/{owner}/{repo}/hooks/{hook_id}', status: 204 },
  {
    call: 'GET /repos/{owner}/{repo}/pulls/{number}',
    status: 200,
    tells: { number: 'number', title: 'string', state: 'string', merged: 'boolean', html_url: 'string', 'head.sha': 'string', 'base.sha': 'string' },
  },
  { call: 'GET /repos/{owner}/{repo}/compare/{basehead}', query: pages, status: 200, tells: { 'merge_base_commit.sha': 'string' } },
  {
    call: 'POST /repos/{owner}/{repo}/statuses/{sha}',
    body: ['state!', 'target_url', 'description', 'context'],
    status: 201,
    tells: { state: 'string', context: 'string' },
  },
  { call: 'GET /repos/{owner}/{repo}/issues/{number}/comments', query: ['since', ...pages], status: 200, tells: { '[].id': 'number', '[].body': 'string?' } },
  { call: 'POST /repos/{owner}/{repo}/issues/{number}/comments', body: ['body!'], status: 201, tells: { id: 'number', body: 'string?' } },
  { call: 'PATCH /repos/{owner}/{repo}/issues/comments/{id}', body: ['body!'], status: 200, tells: { id: 'number', body: 'string?' } },
];

const giteaPages = ['page', 'limit'];

/** The description that Gitea serves at `/swagger.v1.json`. https://github.com/go-gitea/gitea */
export const giteaCalls: readonly DescribedCall[] = [
  { call: 'GET /user', status: 200, tells: { login: 'string' } },
  {
    call: 'GET /user/repos',
    query: giteaPages,
    status: 200,
    tells: {
      '[].id': 'number',
      '[].full_name': 'string',
      '[].private': 'boolean',
      '[].clone_url': 'string',
      '[].default_branch': 'string',
      '[].empty': 'boolean',
    },
  },
  { call: 'GET /repos/{owner}/{repo}/hooks', query: giteaPages, status: 200, tells: { '[].id': 'number', '[].config': 'object' } },
  {
    call: 'POST /repos/{owner}/{repo}/hooks',
    body: ['type!', 'active', 'events', 'branch_filter', 'config!', 'config.url!', 'config.content_type!', 'config.secret'],
    status: 201,
    tells: { id: 'number', config: 'object' },
  },
  {
    call: 'PATCH /repos/{owner}/{repo}/hooks/{id}',
    body: ['active', 'events', 'branch_filter', 'config', 'config.url', 'config.content_type', 'config.secret'],
    status: 200,
    tells: { id: 'number', config: 'object' },
  },
  { call: 'DELETE /repos/{owner}/{repo}/hooks/{id}', status: 204 },
  {
    call: 'GET /repos/{owner}/{repo}/pulls/{index}',
    status: 200,
    tells: { title: 'string', state: 'string', merged: 'boolean', html_url: 'string', merge_base: 'string', 'head.sha': 'string' },
  },
  { call: 'POST /repos/{owner}/{repo}/statuses/{sha}', body: ['state', 'target_url', 'description', 'context'], status: 201 },
  // The comments of an issue come all at once.
  { call: 'GET /repos/{owner}/{repo}/issues/{index}/comments', query: ['since', 'before'], status: 200, tells: { '[].id': 'number', '[].body': 'string' } },
  { call: 'POST /repos/{owner}/{repo}/issues/{index}/comments', body: ['body!'], status: 201, tells: { id: 'number', body: 'string' } },
  { call: 'PATCH /repos/{owner}/{repo}/issues/comments/{id}', body: ['body!'], status: 200, tells: { id: 'number', body: 'string' } },
];

const gitlabHook = ['url!', 'token', 'push_events', 'tag_push_events', 'merge_requests_events', 'enable_ssl_verification', 'name', 'description'];

/** GitLab's pages about its API. https://docs.gitlab.com/api/rest/ */
export const gitlabCalls: readonly DescribedCall[] = [
  { call: 'GET /personal_access_tokens/self', status: 200, tells: { scopes: 'array' } },
  { call: 'GET /user', status: 200, tells: { username: 'string' } },
  {
    call: 'GET /projects',
    query: ['membership', 'archived', 'pagination', 'order_by', 'sort', 'id_after', ...pages],
    status: 200,
    tells: {
      '[].id': 'number',
      '[].path_with_namespace': 'string',
      '[].http_url_to_repo': 'string',
      '[].default_branch': 'string?',
      '[].visibility': 'string',
    },
  },
  { call: 'GET /projects/{id}/hooks', query: pages, status: 200, tells: { '[].id': 'number', '[].url': 'string' } },
  { call: 'POST /projects/{id}/hooks', body: gitlabHook, status: 201, tells: { id: 'number', url: 'string' } },
  { call: 'PUT /projects/{id}/hooks/{hook_id}', body: gitlabHook, status: 200, tells: { id: 'number', url: 'string' } },
  { call: 'DELETE /projects/{id}/hooks/{hook_id}', status: 204 },
  {
    call: 'GET /projects/{id}/merge_requests/{iid}',
    status: 200,
    tells: { title: 'string', state: 'string', web_url: 'string', sha: 'string', 'diff_refs.base_sha': 'string' },
  },
  {
    call: 'POST /projects/{id}/statuses/{sha}',
    body: ['state!', 'ref', 'name', 'context', 'target_url', 'description', 'coverage', 'pipeline_id'],
    status: 201,
  },
  {
    call: 'GET /projects/{id}/merge_requests/{iid}/notes',
    query: ['sort', 'order_by', ...pages],
    status: 200,
    tells: { '[].id': 'number', '[].body': 'string' },
  },
  { call: 'POST /projects/{id}/merge_requests/{iid}/notes', body: ['body!', 'created_at', 'internal'], status: 201, tells: { id: 'number', body: 'string' } },
  { call: 'PUT /projects/{id}/merge_requests/{iid}/notes/{note_id}', body: ['body!'], status: 200, tells: { id: 'number', body: 'string' } },
];
