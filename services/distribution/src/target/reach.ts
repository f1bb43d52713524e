import { deploymentTargetWords } from '@packhouse/contract/distribution/deployment-target-words.ts';
import { givePass } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import { type Reach, targetError } from './call-target.ts';
import type { TargetRow } from './target-queries.ts';

/** Milliseconds before its end that a pass is not used any more: what is asked with it has to arrive. */
const margin = 60_000;

/** How a paired deployment is reached: its own call, under a signature, earns a pass for the calls of a run. @throws AppError where it is trusted no more */
export async function reachDeployment({ peers }: Context, id: string, name: string): Promise<Reach> {
  const { trust } = peers;
  const isTrusted = (await trust?.list('distribution'))?.some((one) => one.id === id);
  const found = isTrusted ? await trust?.reach(id) : undefined;
  if (!trust || !found) throw new AppError(deploymentTargetWords.target_deployment_gone, { target: name });
  let pass: { token: string; until: number } | undefined;
  const ask = async () => {
    const at = Date.now();
    const answer = await trust.call(id, { method: 'POST', path: givePass.url, json: {} });
    if (answer.status !== 200) throw targetError({ name }, answer);
    const { token, seconds } = givePass.reply.parse(JSON.parse(answer.text));
    return { token, until: at + seconds * 1000 - margin };
  };
  return {
    name,
    url: found.url,
    allowPrivate: found.allowPrivate,
    async token() {
      if (!pass || pass.until < Date.now()) pass = await ask();
      return pass.token;
    },
  };
}

/** How a target is reached that is kept. @throws AppError where it is a deployment that is trusted no more */
export async function makeReach(context: Context, { name, url, token, deployment, allow_private: allowPrivate }: TargetRow): Promise<Reach> {
  if (deployment !== null) return reachDeployment(context, deployment, name);
  return { name, url, allowPrivate, token: async () => context.platform.secrets.decrypt(token ?? '') };
}
