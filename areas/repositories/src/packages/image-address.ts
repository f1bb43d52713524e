import { findFormatId, isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { packagePath } from './package-path.ts';

/** Command lines write slashes and colons of an address as they are, browsers do not always leave them so. */
function readAddress(url: string): string {
  const [, rest = ''] = new URL(url).pathname.split('/packages/');
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}

/** Leads from an image that command lines name by its digest, `docker:team/app/sha256__…`, to the version that has it. */
export function leadToImage({ request }: LoaderFunctionArgs): Response | null {
  const [, type = '', name = '', digest = ''] = /^([a-z0-9-]+):(?:\/\/)?(.+)\/sha256__([0-9a-f]{64})$/.exec(readAddress(request.url)) ?? [];
  const format = findFormatId(type);
  return format && isContainerFormat(format) ? redirect(`${packagePath(getPackageId(format, name))}/by-digest/${digest}`) : null;
}

/** Only addresses of images have so many parts: nothing else stands there. */
export function leadToDeepImage(asked: LoaderFunctionArgs): Response {
  return leadToImage(asked) ?? redirect('/404');
}
