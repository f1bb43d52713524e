import type { Context, Directories } from '../context.ts';
import type { ExternalIdentity, ExternalRules } from './external-identity.ts';
import { readUserOfExternal } from './external-user.ts';

/** Whom a directory vouches for, and what it may do here. */
export interface Proof {
  identity: ExternalIdentity;
  rules: ExternalRules;
}

/** Asks directories of one kind for a user with a password, in their order; undefined when none of them knows the pair. */
export type DirectoryKind = (context: Context, name: string, password: string) => Promise<Proof | undefined>;

/** Directories in the order of asking. One that fails is logged and passed over, so that it keeps nobody out whom another knows. */
export function readDirectories(contextNow: () => Context, kinds: readonly DirectoryKind[]): Directories {
  let generation = 0;
  return {
    async prove(name, password, address) {
      const context = contextNow();
      for (const kind of kinds) {
        const proof = await kind(context, name, password).catch((error: unknown) => {
          context.log.warn({ err: error }, 'a directory could not be asked');
          return undefined;
        });
        if (proof) return readUserOfExternal(context, proof.identity, proof.rules, address);
      }
      return undefined;
    },
    settings: () => String(generation),
    forget() {
      generation++;
    },
  };
}
