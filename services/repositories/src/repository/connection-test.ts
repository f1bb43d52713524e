import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import type { testRepositoryConnection } from '@packhouse/contract/repositories/repository-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { RouteParsed, RouteReply } from '@packhouse/contract/route.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Context } from '../context.ts';

type Input = RouteParsed<typeof testRepositoryConnection>['body'];
type Answer = RouteReply<typeof testRepositoryConnection>;

/** Asks an upstream once, as a remote repository with these settings would, and says in words what came of it. */
export async function testConnection(context: Context, input: Input): Promise<Answer> {
  const password = input.password ?? (await storedPassword(context, input));
  const authorization =
    input.username !== '' ? `Basic ${Buffer.from(`${input.username}:${password ?? ''}`).toString('base64')}` : password ? `Bearer ${password}` : undefined;
  const url = getFormat(input.format).probeUrl?.(input.url) ?? input.url;
  try {
    const answer = await context.platform.outgoing.request(url, {
      headers: authorization ? { authorization } : {},
      timeout: input.timeoutSeconds * 1000,
      allowPrivate: input.allowPrivate,
      ...(await context.proxies.of(input)),
      ...(await context.certificates.of(input, url)),
    });
    answer.body.destroy();
    return { reached: true, status: answer.status, ...describe(answer.status, isContainerFormat(input.format)) };
  } catch (error) {
    return { reached: false, ...(error instanceof AppError ? saidBy(error) : say(repositoryWords.upstream_unreachable)) };
  }
}

/** The stored password goes only to the address it was stored for. */
async function storedPassword(context: Context, input: Input): Promise<string | undefined> {
  const repository = input.key === undefined ? undefined : await context.directory.find(input.key);
  if (repository?.class !== 'remote' || !repository.password) return undefined;
  if (new URL(repository.settings.url).origin !== new URL(input.url).origin) return undefined;
  return context.platform.secrets.decrypt(repository.password);
}

function describe(status: number, isContainer: boolean): Said {
  if (status < 400) return say(repositoryWords.upstream_works, { status });
  if (status === 401 && isContainer) return say(repositoryWords.upstream_asks_for_token);
  if (status === 401 || status === 403) return say(repositoryWords.upstream_refuses_credentials, { status });
  if (status === 404) return say(repositoryWords.upstream_root_empty);
  return say(repositoryWords.upstream_status, { status });
}
