/**
 * Every error code the platform answers with, its HTTP status and its words.
 * The envelope is `{ errors: [{ status, code, message, detail? }] }`; formats whose clients expect other words translate at their own edge.
 */
export const errors = {
  bad_request: { status: 400, message: 'The request is not valid' },
  invalid_input: { status: 400, message: 'Some fields are not valid' },
  invalid_package: { status: 400, message: 'The file is not a valid package of this format' },
  invalid_path: { status: 400, message: 'The path is not valid' },
  manifest_invalid: { status: 400, message: 'The manifest is not valid' },
  manifest_blob_unknown: { status: 400, message: 'The manifest names content that this repository does not hold' },
  digest_invalid: { status: 400, message: 'The content does not match the digest, or the digest is not valid' },
  name_invalid: { status: 400, message: 'The image name is not valid' },
  tag_invalid: { status: 400, message: 'The tag is not valid' },
  size_invalid: { status: 400, message: 'The length of the content is not the one announced' },
  unauthenticated: { status: 401, message: 'Sign in to continue' },
  bad_credentials: { status: 401, message: 'The user name or the password is wrong' },
  password_expired: { status: 401, message: 'The password has expired and must be changed' },
  forbidden: { status: 403, message: 'You are not allowed to do this' },
  csrf_refused: { status: 403, message: 'The request did not come from the console; reload the page and try again' },
  not_found: { status: 404, message: 'There is nothing here' },
  repository_not_found: { status: 404, message: 'The repository does not exist' },
  artifact_not_found: { status: 404, message: 'Unable to find item' },
  package_not_found: { status: 404, message: 'The package does not exist' },
  build_not_found: { status: 404, message: 'The build does not exist' },
  user_not_found: { status: 404, message: 'The user does not exist' },
  group_not_found: { status: 404, message: 'The group does not exist' },
  permission_not_found: { status: 404, message: 'The permission does not exist' },
  project_not_found: { status: 404, message: 'The project does not exist' },
  role_not_found: { status: 404, message: 'The role does not exist' },
  environment_not_found: { status: 404, message: 'The environment does not exist' },
  token_not_found: { status: 404, message: 'The token does not exist' },
  manifest_unknown: { status: 404, message: 'The manifest is not known here' },
  blob_unknown: { status: 404, message: 'The blob is not known here' },
  blob_upload_unknown: { status: 404, message: 'The upload is not known here; start again' },
  method_not_allowed: { status: 405, message: 'This cannot be done here' },
  already_exists: { status: 409, message: 'It already exists' },
  repository_exists: { status: 409, message: 'A repository with this key already exists' },
  user_exists: { status: 409, message: 'A user with this name already exists' },
  group_exists: { status: 409, message: 'A group with this name already exists' },
  permission_exists: { status: 409, message: 'A permission with this name already exists' },
  project_exists: { status: 409, message: 'A project with this key or name already exists' },
  project_in_use: { status: 400, message: "project containing resources can't be removed" },
  role_exists: { status: 409, message: 'A role with this name already exists' },
  environment_exists: { status: 409, message: 'An environment with this name already exists' },
  environment_in_use: { status: 409, message: 'Repositories are in this environment' },
  version_exists: { status: 409, message: 'This version already exists with different content' },
  checksum_mismatch: { status: 409, message: 'The content does not match the checksum sent with it' },
  path_refused: { status: 409, message: 'The patterns or the settings of the repository refuse this path' },
  repository_in_use: { status: 409, message: 'A virtual repository uses this repository' },
  artifact_expired: { status: 410, message: 'Cannot download expired artifact' },
  own_account: { status: 409, message: 'You cannot do this to your own account' },
  last_administrator: { status: 409, message: 'At least one administrator who can sign in must remain' },
  in_use: { status: 409, message: 'It is in use' },
  conflict: { status: 409, message: 'The item was changed by someone else in the meantime' },
  too_large: { status: 413, message: 'The content is larger than allowed' },
  range_not_satisfiable: { status: 416, message: 'The requested range lies outside the content' },
  transfer_quota_exceeded: { status: 402, message: 'You have reached your monthly quota for Data Transfer' },
  quota_exceeded: { status: 413, message: 'The storage quota of the repository is used up' },
  too_many_requests: { status: 429, message: 'Too many attempts; wait a little and try again' },
  address_refused: { status: 400, message: 'This address may not be contacted from here' },
  upstream_failed: { status: 502, message: 'The upstream server did not answer as expected' },
  upstream_unavailable: { status: 503, message: 'The upstream server cannot be reached' },
  unavailable: { status: 503, message: 'The service is not ready; try again in a moment' },
  storage_full: { status: 507, message: 'The storage is full, so nothing was stored; an administrator has to make room' },
  internal: { status: 500, message: 'Something went wrong; quote the request id when you ask for help' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** One problem with one field of the input; `path` is the field's dotted name. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** What every refused request answers with. */
export interface ErrorEnvelope {
  errors: { status: number; code: string; message: string; detail?: unknown; requestId?: string }[];
}

/** The only error that code throws on purpose. `detail` reaches the client; keep secrets out of it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: unknown;
  constructor(code: ErrorCode, options: { message?: string; detail?: unknown; cause?: unknown } = {}) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errors[code].status;
    this.detail = options.detail;
  }
}

/** The envelope for one error. */
export function envelope(error: AppError, requestId?: string): ErrorEnvelope {
  return {
    errors: [
      {
        status: error.status,
        code: error.code,
        message: error.message,
        ...(error.detail === undefined ? {} : { detail: error.detail }),
        ...(requestId === undefined ? {} : { requestId }),
      },
    ],
  };
}
