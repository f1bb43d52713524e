// These calls are about what is stored, and what is done with it, in the words of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { json, route, stream } from '../route.ts';

const api = `${prefixes.repositories}/api`;
const storage = `${api}/storage/:key/*path?`;
const provenBy = [proofs.commandLine, proofs.storage];

export const readStored = route('readStored', {
  summary: 'A file or folder: its information, or with a word in the query its list, properties, permissions, statistics or last change',
  method: 'GET',
  url: storage,
  access: 'handler',
  query: looseQuery('properties', 'stats', 'permissions', 'lastModified', 'list', 'deep', 'depth', 'listFolders', 'includeRootPath', 'mdTimestamps'),
  reply: json(),
  compatible: {
    note: '`?permissions` for those who manage the place: users and groups that permissions name; roles in projects are not listed',
    provenBy: [proofs.storage, proofs.itemPermissions],
  },
});

export const putStoredProperties = route('putStoredProperties', {
  summary: 'Set properties of a file, or of all below a folder',
  method: 'PUT',
  url: storage,
  access: 'handler',
  query: looseQuery('properties', 'recursive'),
  reply: z.void(),
  compatible: { provenBy },
});

export const deleteStoredProperties = route('deleteStoredProperties', {
  summary: 'Remove properties of a file, or of all below a folder',
  method: 'DELETE',
  url: storage,
  access: 'handler',
  query: looseQuery('properties', 'recursive'),
  reply: z.void(),
  compatible: { provenBy },
});

export const MetadataPatch = z.object({ props: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])) });

export const patchStoredProperties = route('patchStoredProperties', {
  summary: 'Set and remove properties; those of null are removed',
  method: 'PATCH',
  url: `${api}/metadata/:key/*path?`,
  access: 'handler',
  query: looseQuery('recursiveProperties', 'recursive'),
  body: json(MetadataPatch),
  reply: z.void(),
  compatible: { provenBy },
});

const Messages = z.object({ messages: z.array(z.object({ level: z.string(), message: z.string() })) });

export const copyStored = route('copyStored', {
  summary: 'Copy a file or folder',
  method: 'POST',
  url: `${api}/copy/:key/*path?`,
  access: 'handler',
  query: looseQuery('to', 'dry'),
  reply: json(Messages),
  compatible: { note: '`dry` too', provenBy },
});

export const moveStored = route('moveStored', {
  summary: 'Move a file or folder',
  method: 'POST',
  url: `${api}/move/:key/*path?`,
  access: 'handler',
  query: looseQuery('to', 'dry'),
  reply: json(Messages),
  compatible: { note: '`dry` too', provenBy },
});

export const downloadStoredFolder = route('downloadStoredFolder', {
  summary: 'A folder as an archive',
  method: 'GET',
  url: `${api}/archive/download/:key/*path?`,
  access: 'handler',
  query: looseQuery('archiveType'),
  reply: stream('application/zip', 'application/x-tar', 'application/gzip'),
  compatible: { note: 'zip, tar, tar.gz, tgz', provenBy: [proofs.storage] },
});

export const restoreStored = route('restoreStored', {
  summary: 'Put something in the trash can back to where it was',
  method: 'POST',
  url: `${api}/trash/restore/*path`,
  access: 'handler',
  query: looseQuery('to'),
  reply: stream('text/plain'),
  compatible: { provenBy: [proofs.storage, proofs.trash] },
});

export const emptyStoredTrash = route('emptyStoredTrash', {
  summary: 'Delete everything in the trash can for good',
  method: 'POST',
  url: `${api}/trash/empty`,
  access: 'administrator',
  reply: stream('text/plain'),
  compatible: { provenBy: [proofs.storage, proofs.trash] },
});

export const cleanStoredTrash = route('cleanStoredTrash', {
  summary: 'Delete something in the trash can for good',
  method: 'DELETE',
  url: `${api}/trash/clean/*path`,
  access: 'administrator',
  reply: stream('text/plain'),
  compatible: { provenBy: [proofs.storage, proofs.trash] },
});

export const readStorageInfo = route('readStorageInfo', {
  summary: 'What storage is used for',
  method: 'GET',
  url: `${api}/storageinfo`,
  access: 'administrator',
  reply: json(),
  compatible: { provenBy: [proofs.usage] },
});

export const calculateStorageInfo = route('calculateStorageInfo', {
  summary: 'Nothing: the figures are counted when they are asked for',
  method: 'POST',
  url: `${api}/storageinfo/calculate`,
  access: 'administrator',
  reply: z.object({ info: z.string() }),
  status: 202,
  compatible: { note: 'the figures are always new', provenBy: [proofs.usage] },
});
