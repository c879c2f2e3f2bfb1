import { type ResolveHost } from './address-guard';

/**
 * Looks a host name up once at a time: whoever asks meanwhile waits for the same answer, also when those who asked first have
 * given up. The system has two threads for all look-ups, and one goes on for up to 40 s where a name server is dead, long
 * after its connection has timed out: begun anew by each attempt, those of one webhook would leave no thread for the others.
 */
export function sharedLookups(resolve: ResolveHost): ResolveHost {
  const underWay = new Map<string, ReturnType<ResolveHost>>();
  return (hostname) => {
    const known = underWay.get(hostname);
    if (known !== undefined) return known;
    const answer = resolve(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, answer);
    return answer;
  };
}
