import { execFileSync, spawnSync } from 'node:child_process';
import { demandProgram } from '../support/private-servers';

/** Set in the process that has a network of its own. */
const MARK = 'CLUSTER_NETWORK';
const PREFIX = '10.77.0';
/** An address that no network card has: packets to it are lost, and their sender is not told. */
const NOBODY = '02:00:00:00:00:fe';

/** Address of the processes that are no database node, as the nodes see it. */
export const OWN_HOST = `${PREFIX}.254`;

/**
 * Runs this program again in a network of its own, which ends with it, and exits with its code; returns in that second process.
 * Nothing of the machine's own network is touched. Needs no rights where users may make namespaces.
 */
export function enterOwnNetwork(): void {
  if (process.env[MARK] !== undefined) return;
  const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps'];
  const args = [...asUser, '--net', '--mount', process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, [MARK]: 'own' };
  const { status, error } = spawnSync(demandProgram('unshare'), args, { stdio: 'inherit', env });
  if (error !== undefined) throw error;
  process.exit(status ?? 1);
}

/** A network with a host for each database node, joined by a switch. A node can be cut off from the others. */
export class Network {
  /** @param size number of nodes */
  constructor(private readonly size: number) {
    // `ip` keeps the names of networks in /run/netns.
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
    ip('link set lo up');
    ip('link add switch type bridge');
    ip(`addr add ${OWN_HOST}/24 dev switch`);
    ip('link set switch up');
    for (let node = 0; node < size; node += 1) {
      ip(`netns add node${node}`);
      ip(`link add port${node} type veth peer name eth0 netns node${node}`);
      ip(`link set port${node} master switch up`);
      ip(`-n node${node} link set lo up`);
      ip(`-n node${node} addr add ${this.host(node)}/24 dev eth0`);
      ip(`-n node${node} link set eth0 up`);
    }
  }

  host(node: number): string {
    return `${PREFIX}.${node + 1}`;
  }

  /** The command that runs a program as a process of this node's host; the process keeps its id. */
  within(node: number): [string, ...string[]] {
    return [demandProgram('ip'), 'netns', 'exec', `node${node}`];
  }

  /** Loses all packets between this node and the other nodes, both ways. Everybody else reaches all of them. */
  cut(node: number): void {
    this.between(node, (from, to) =>
      ip(`-n node${from} neigh replace ${this.host(to)} lladdr ${NOBODY} dev eth0 nud permanent`),
    );
  }

  heal(node: number): void {
    this.between(node, (from, to) => ip(`-n node${from} neigh del ${this.host(to)} dev eth0`));
  }

  private between(node: number, act: (from: number, to: number) => void): void {
    for (let other = 0; other < this.size; other += 1) {
      if (other === node) continue;
      act(node, other);
      act(other, node);
    }
  }
}

function ip(command: string): void {
  execFileSync(demandProgram('ip'), command.split(' '));
}
