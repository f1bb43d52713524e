import { LRUCache } from 'lru-cache';

/** A token that is good, however it was presented. */
export interface GoodToken {
  /** Of the stored token; of a short token its parent's, or absent. */
  id?: string;
  userId: number | undefined;
  subject: string;
  scope: string;
  createdBy: string;
  expiresAt: number | undefined;
  /** Claims of a short token: what it was narrowed to. */
  grants?: unknown;
  isShort: boolean;
  /** It is a pass of a trusted deployment, good under this address alone. */
  pass?: { peer: string; under: string };
}

/** Keeps what was found out about tokens, under a fingerprint of what was presented. */
export interface TokenStates {
  find(key: string, load: () => Promise<GoodToken | undefined>): Promise<GoodToken | undefined>;
  forget(): void;
}

const milliseconds = 30_000;

/** Only good tokens are remembered; all are forgotten when one is revoked. What is being looked up meanwhile is not remembered afterwards. */
export function rememberedTokens(): TokenStates {
  const known = new LRUCache<string, GoodToken>({ max: 20_000, ttl: milliseconds });
  let generation = 0;
  return {
    async find(key, load) {
      const found = known.get(key);
      if (found && (found.expiresAt === undefined || found.expiresAt > Date.now())) return found;
      const before = generation;
      const loaded = await load();
      if (loaded && before === generation) known.set(key, loaded);
      return loaded;
    },
    forget() {
      generation++;
      known.clear();
    },
  };
}
