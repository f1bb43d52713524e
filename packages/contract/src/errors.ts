import { type Said, type Sentence, say, type ValuesAnd } from './sentences.ts';
import { sharedWords } from './shared-words.ts';

/**
 * Every code that a refusal answers with, its HTTP status and its words where nothing more is to be said.
 * The envelope is `{ errors: [{ status, code, message, reason?, values?, detail? }] }`; formats whose clients expect other words translate at their own edge.
 */
export const errors = {
  bad_request: { status: 400, en: 'The request is not valid', de: 'Die Anfrage ist nicht gültig' },
  invalid_input: { status: 400, en: 'Some fields are not valid', de: 'Einige Felder sind nicht gültig' },
  invalid_package: { status: 400, en: 'The file is not a valid package of this format', de: 'Die Datei ist kein gültiges Paket dieses Formats' },
  invalid_path: { status: 400, en: 'The path is not valid', de: 'Der Pfad ist nicht gültig' },
  manifest_invalid: { status: 400, en: 'The manifest is not valid', de: 'Das Manifest ist nicht gültig' },
  manifest_blob_unknown: {
    status: 400,
    en: 'The manifest names content that this repository does not hold',
    de: 'Das Manifest nennt Inhalte, die dieses Repository nicht hat',
  },
  digest_invalid: {
    status: 400,
    en: 'The content does not match the digest, or the digest is not valid',
    de: 'Der Inhalt passt nicht zum Digest, oder der Digest ist nicht gültig',
  },
  name_invalid: { status: 400, en: 'The image name is not valid', de: 'Der Name des Images ist nicht gültig' },
  tag_invalid: { status: 400, en: 'The tag is not valid', de: 'Der Tag ist nicht gültig' },
  size_invalid: { status: 400, en: 'The length of the content is not the one announced', de: 'Der Inhalt ist nicht so lang wie angekündigt' },
  unauthenticated: { status: 401, en: 'Sign in to continue', de: 'Melden Sie sich an, um fortzufahren' },
  bad_credentials: { status: 401, en: 'The user name or the password is wrong', de: 'Benutzername oder Passwort ist falsch' },
  password_expired: { status: 401, en: 'The password has expired and must be changed', de: 'Das Passwort ist abgelaufen und muss geändert werden' },
  forbidden: { status: 403, en: 'You are not allowed to do this', de: 'Das dürfen Sie nicht' },
  csrf_refused: {
    status: 403,
    en: 'The request did not come from the console; reload the page and try again',
    de: 'Die Anfrage kam nicht aus der Konsole; laden Sie die Seite neu und versuchen Sie es noch einmal',
  },
  not_found: { status: 404, en: 'There is nothing here', de: 'Hier ist nichts' },
  repository_not_found: { status: 404, en: 'The repository does not exist', de: 'Das Repository gibt es nicht' },
  artifact_not_found: { status: 404, en: 'Unable to find item', de: 'Das war nicht zu finden' },
  package_not_found: { status: 404, en: 'The package does not exist', de: 'Das Paket gibt es nicht' },
  build_not_found: { status: 404, en: 'The build does not exist', de: 'Den Build gibt es nicht' },
  user_not_found: { status: 404, en: 'The user does not exist', de: 'Den Benutzer gibt es nicht' },
  group_not_found: { status: 404, en: 'The group does not exist', de: 'Die Gruppe gibt es nicht' },
  permission_not_found: { status: 404, en: 'The permission does not exist', de: 'Die Berechtigung gibt es nicht' },
  project_not_found: { status: 404, en: 'The project does not exist', de: 'Das Projekt gibt es nicht' },
  role_not_found: { status: 404, en: 'The role does not exist', de: 'Die Rolle gibt es nicht' },
  environment_not_found: { status: 404, en: 'The environment does not exist', de: 'Die Umgebung gibt es nicht' },
  token_not_found: { status: 404, en: 'The token does not exist', de: 'Das Token gibt es nicht' },
  manifest_unknown: { status: 404, en: 'The manifest is not known here', de: 'Das Manifest ist hier nicht bekannt' },
  blob_unknown: { status: 404, en: 'The blob is not known here', de: 'Der Blob ist hier nicht bekannt' },
  blob_upload_unknown: { status: 404, en: 'The upload is not known here; start again', de: 'Der Upload ist hier nicht bekannt; beginnen Sie von vorn' },
  method_not_allowed: { status: 405, en: 'This cannot be done here', de: 'Das geht hier nicht' },
  already_exists: { status: 409, en: 'It already exists', de: 'Das gibt es schon' },
  repository_exists: { status: 409, en: 'A repository with this key already exists', de: 'Ein Repository mit diesem Schlüssel gibt es schon' },
  user_exists: { status: 409, en: 'A user with this name already exists', de: 'Einen Benutzer mit diesem Namen gibt es schon' },
  group_exists: { status: 409, en: 'A group with this name already exists', de: 'Eine Gruppe mit diesem Namen gibt es schon' },
  permission_exists: { status: 409, en: 'A permission with this name already exists', de: 'Eine Berechtigung mit diesem Namen gibt es schon' },
  project_exists: { status: 409, en: 'A project with this key or name already exists', de: 'Ein Projekt mit diesem Schlüssel oder Namen gibt es schon' },
  project_in_use: { status: 400, en: "project containing resources can't be removed", de: 'Ein Projekt, in dem noch etwas ist, lässt sich nicht löschen' },
  role_exists: { status: 409, en: 'A role with this name already exists', de: 'Eine Rolle mit diesem Namen gibt es schon' },
  environment_exists: { status: 409, en: 'An environment with this name already exists', de: 'Eine Umgebung mit diesem Namen gibt es schon' },
  environment_in_use: { status: 409, en: 'Repositories are in this environment', de: 'In dieser Umgebung sind Repositorys' },
  version_exists: { status: 409, en: 'This version already exists with different content', de: 'Diese Version gibt es schon mit anderem Inhalt' },
  checksum_mismatch: { status: 409, en: 'The content does not match the checksum sent with it', de: 'Der Inhalt passt nicht zur mitgesandten Prüfsumme' },
  path_refused: {
    status: 409,
    en: 'The patterns or the settings of the repository refuse this path',
    de: 'Die Muster oder die Einstellungen des Repositorys lassen diesen Pfad nicht zu',
  },
  repository_in_use: { status: 409, en: 'A virtual repository uses this repository', de: 'Ein virtuelles Repository verwendet dieses Repository' },
  artifact_expired: { status: 410, en: 'Cannot download expired artifact', de: 'Ein abgelaufenes Artefakt lässt sich nicht herunterladen' },
  own_account: { status: 409, en: 'You cannot do this to your own account', de: 'Mit dem eigenen Konto geht das nicht' },
  last_administrator: {
    status: 409,
    en: 'At least one administrator who can sign in must remain',
    de: 'Mindestens ein Administrator, der sich anmelden kann, muss bleiben',
  },
  in_use: { status: 409, en: 'It is in use', de: 'Das wird verwendet' },
  conflict: { status: 409, en: 'The item was changed by someone else in the meantime', de: 'Das hat inzwischen jemand anderes geändert' },
  too_large: { status: 413, en: 'The content is larger than allowed', de: 'Der Inhalt ist größer als erlaubt' },
  range_not_satisfiable: { status: 416, en: 'The requested range lies outside the content', de: 'Der gewünschte Bereich liegt außerhalb des Inhalts' },
  transfer_quota_exceeded: {
    status: 402,
    en: 'You have reached your monthly quota for Data Transfer',
    de: 'Ihr monatliches Kontingent für Datenübertragung ist aufgebraucht',
  },
  quota_exceeded: { status: 413, en: 'The storage quota of the repository is used up', de: 'Das Speicherkontingent des Repositorys ist aufgebraucht' },
  too_many_requests: {
    status: 429,
    en: 'Too many attempts; wait a little and try again',
    de: 'Zu viele Versuche; warten Sie ein wenig und versuchen Sie es noch einmal',
  },
  address_refused: { status: 400, en: 'This address may not be contacted from here', de: 'Diese Adresse darf von hier aus nicht angesprochen werden' },
  upstream_failed: { status: 502, en: 'The upstream server did not answer as expected', de: 'Der Quellserver hat nicht wie erwartet geantwortet' },
  upstream_unavailable: { status: 503, en: 'The upstream server cannot be reached', de: 'Der Quellserver ist nicht erreichbar' },
  unavailable: {
    status: 503,
    en: 'The service is not ready; try again in a moment',
    de: 'Der Dienst ist noch nicht bereit; versuchen Sie es gleich noch einmal',
  },
  storage_full: {
    status: 507,
    en: 'The storage is full, so nothing was stored; an administrator has to make room',
    de: 'Der Speicher ist voll, daher wurde nichts gespeichert; ein Administrator muss Platz schaffen',
  },
  internal: {
    status: 500,
    en: 'Something went wrong; quote the request id when you ask for help',
    de: 'Etwas ging schief; nennen Sie die Anfrage-ID, wenn Sie um Hilfe bitten',
  },
} as const satisfies Record<string, { status: number; en: string; de: string }>;

export type ErrorCode = keyof typeof errors;

/** One problem with one field of the input; `path` is the field's dotted name. */
export interface FieldProblem extends Said {
  path: string;
}

/** What every refused request answers with. `reason` names the sentence in the platform's tables; absent where the code says it all. */
export interface ErrorEnvelope {
  errors: (Said & { status: number; code: string; detail?: unknown; requestId?: string })[];
}

/** A sentence that is a refusal by itself. */
type Refusal<English extends string> = Sentence<English> & { readonly code: ErrorCode };

interface Circumstances {
  /** Reaches the client; keep secrets out of it. */
  detail?: unknown;
  cause?: unknown;
}

/**
 * The only error that code throws on purpose: a sentence of a table with its values, or a code that says it all.
 * Its message is English; whoever shows it in another language makes that of reason and values.
 */
export class AppError<const English extends string = string> extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: unknown;
  readonly reason: string | undefined;
  readonly values: Said['values'];
  /** With `said`, the code is told in words that were put together elsewhere. */
  constructor(code: ErrorCode, circumstances?: Circumstances & { said?: Said; message?: string });
  /** With `code`, the refusal answers with another code than the sentence's own. */
  constructor(sentence: Refusal<English>, ...rest: ValuesAnd<English, [circumstances?: Circumstances & { code?: ErrorCode }]>);
  constructor(first: ErrorCode | Refusal<string>, second: object = {}, third: Circumstances & { code?: ErrorCode } = {}) {
    const isCode = typeof first === 'string';
    const { said, message, detail, cause }: Circumstances & { said?: Said; message?: string } = isCode ? second : { ...third, said: say(first, second) };
    super(said?.message ?? message ?? errors[first as ErrorCode].en, { cause });
    this.name = 'AppError';
    this.code = isCode ? first : (third.code ?? first.code);
    this.status = errors[this.code].status;
    this.detail = detail;
    this.reason = said?.reason;
    this.values = said?.values;
  }
}

/** What an error says; the words alone where it is none of ours. */
export function saidBy(error: unknown): Said {
  const { message } = error as Error;
  if (!(error instanceof AppError) || error.reason === undefined) return { message };
  return { message, reason: error.reason, ...(error.values === undefined ? {} : { values: error.values }) };
}

/** Refuses one field, in that field's own words. */
export function fieldRefusal(path: string, said: Said): AppError {
  return new AppError('invalid_input', { said, detail: [{ path, ...said }] });
}

/** Refuses one field and names it, for callers who have no form before them. */
export function namedFieldRefusal(path: string, said: Said): AppError {
  return new AppError(sharedWords.named, { name: path, why: said }, { code: 'invalid_input', detail: [{ path, ...said }] });
}

/** The envelope for one error. */
export function envelope(error: AppError, requestId?: string): ErrorEnvelope {
  return {
    errors: [
      {
        status: error.status,
        code: error.code,
        ...saidBy(error),
        ...(error.detail === undefined ? {} : { detail: error.detail }),
        ...(requestId === undefined ? {} : { requestId }),
      },
    ],
  };
}
