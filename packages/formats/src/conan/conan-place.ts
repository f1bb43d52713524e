/** A package as its users name it: `name/version`, and `@user/channel` behind it where it is somebody's own. */
export interface Reference {
  name: string;
  version: string;
  user?: string;
  channel?: string;
}

/** An address is about this: a reference, a revision of its recipe, a package of that, a revision of the package, and a file of the one named last. */
export interface ConanPlace {
  reference: Reference;
  recipeRevision?: string;
  packageId?: string;
  packageRevision?: string;
  file?: string;
}

// https://docs.conan.io/2/reference/conanfile/attributes.html#name: letters, digits and a few signs; a lone '_' stands for no user and no channel.
const word = '[A-Za-z0-9_][A-Za-z0-9_+.-]{1,100}';
const version = '[A-Za-z0-9_][A-Za-z0-9_+.-]{0,100}';
const hash = '[0-9a-f]{1,64}';
/** Of a revision, at its top; what stands beside it as metadata may have folders and any names. */
const file = '[A-Za-z0-9_][A-Za-z0-9_.+-]{0,150}|metadata/[^\\0]{1,500}';
const longestReference = 200;

const referenceInPath = `(?<name>${word})/(?<version>${version})/(?<user>${word}|_)/(?<channel>${word}|_)`;
const storedReference = `(?<user>${word}|_)/(?<name>${word})/(?<version>${version})/(?<channel>${word}|_)`;
const writtenReference = new RegExp(`^(?<name>${word})/(?<version>${version})(?:@(?<user>${word}|_)?(?:/(?<channel>${word}|_))?)?$`);
const writtenPackage = new RegExp(`^(?<name>${word})(?:@(?<user>${word})(?:/(?<channel>${word}))?)?$`);

const address = new RegExp(
  `^v2/conans/${referenceInPath}(?:/revisions/(?<recipeRevision>${hash})(?:/packages/(?<packageId>${hash})(?:/revisions/(?<packageRevision>${hash}))?)?)?(?:/(?<call>latest|revisions|files|search|packages))?(?:(?<=/files)/(?<file>${file}))?$`,
);
const stored = new RegExp(
  `^${storedReference}(?:/(?<recipeRevision>${hash})(?:/export|/package(?:/(?<packageId>${hash})(?:/(?<packageRevision>${hash}))?)?)?)?(?:/(?<list>\\.[a-z]+)|(?<=/export|/package/${hash}/${hash})/(?<file>${file}))?$`,
);

type Groups = Record<string, string | undefined>;

function findReference({ name = '', version: of = '', user, channel }: Groups): Reference | undefined {
  const owner = user === '_' ? undefined : user;
  const place = channel === '_' ? undefined : channel;
  // A channel is always somebody's.
  if (owner === undefined && place !== undefined) return undefined;
  const reference = { name, version: of, ...(owner === undefined ? {} : { user: owner }), ...(place === undefined ? {} : { channel: place }) };
  return writeReference(reference).length > longestReference ? undefined : reference;
}

function getPlace(groups: Groups | undefined): ConanPlace | undefined {
  const reference = groups && findReference(groups);
  if (!reference) return undefined;
  const { recipeRevision, packageId, packageRevision, file: of } = groups;
  return {
    reference,
    ...(recipeRevision === undefined ? {} : { recipeRevision }),
    ...(packageId === undefined ? {} : { packageId }),
    ...(packageRevision === undefined ? {} : { packageRevision }),
    ...(of === undefined ? {} : { file: of }),
  };
}

/** Reads what a client's address is about, and what it asks of that. */
export function readAddress(path: string): { place: ConanPlace; call?: string } | undefined {
  const groups = address.exec(path)?.groups;
  const place = getPlace(groups);
  return place && { place, ...(groups?.call === undefined ? {} : { call: groups.call }) };
}

/** Reads what a path in a repository is about. */
export function readStored(path: string): ConanPlace | undefined {
  return getPlace(stored.exec(path)?.groups);
}

/** @returns undefined for what is no reference */
export function readReference(text: string): Reference | undefined {
  const groups = text.length > longestReference + 4 ? undefined : writtenReference.exec(text)?.groups;
  return groups && findReference(groups);
}

export function writeReference({ name, version: of, user, channel }: Reference): string {
  return `${name}/${of}${user === undefined ? '' : `@${user}${channel === undefined ? '' : `/${channel}`}`}`;
}

export function isVersion(text: string): boolean {
  return new RegExp(`^${version}$`).test(text);
}

/** The name under which all versions stand: what is somebody's own is a package of its own, since no client takes one for the other. */
export function readPackage({ name, user, channel }: Omit<Reference, 'version'>): string {
  return `${name}${user === undefined ? '' : `@${user}${channel === undefined ? '' : `/${channel}`}`}`;
}

/** A version of such a name. */
export function referenceIn(name: string, of: string): Reference | undefined {
  const groups = writtenPackage.exec(name)?.groups;
  return groups && findReference({ ...groups, version: of });
}

/** Where the files of a place are stored. */
export function getFolder({ reference, recipeRevision, packageId, packageRevision }: ConanPlace): string {
  const { name, version: of, user = '_', channel = '_' } = reference;
  const folder = `${user}/${name}/${of}/${channel}`;
  if (recipeRevision === undefined) return folder;
  if (packageId === undefined) return `${folder}/${recipeRevision}`;
  return `${folder}/${recipeRevision}/package/${packageId}${packageRevision === undefined ? '' : `/${packageRevision}`}`;
}

/** Where the files that make up one revision, of a recipe or of a package, are stored. */
export function contentFolder(place: ConanPlace): string {
  return place.packageId === undefined ? `${getFolder(place)}/export` : getFolder(place);
}

/** The address of a place in the protocol. */
export function getAddress({ reference, recipeRevision, packageId, packageRevision }: ConanPlace): string {
  const { name, version: of, user = '_', channel = '_' } = reference;
  return [
    `v2/conans/${name}/${of}/${user}/${channel}`,
    ...(recipeRevision === undefined ? [] : [`revisions/${recipeRevision}`]),
    ...(packageId === undefined ? [] : [`packages/${packageId}`]),
    ...(packageRevision === undefined ? [] : [`revisions/${packageRevision}`]),
  ].join('/');
}
