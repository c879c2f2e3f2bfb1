/** An address and port that the process cannot listen on, in one line that names the setting. */
export class CannotListen extends Error {
  constructor(setting: string, fault: ListenFault) {
    super(messageOf(setting, fault));
    this.name = 'CannotListen';
  }
}

interface ListenFault {
  readonly code: string;
  readonly syscall: string;
  readonly port: number;
  readonly address: string;
  /** The name that was looked up. */
  readonly hostname?: string;
}

/** A name is looked up before its port is listened on. */
const FAILS_BY = ['listen', 'getaddrinfo'];

const hostOf = (portSetting: string): string => (portSetting === 'PORT' ? 'HOST' : 'METRICS_HOST');

function messageOf(setting: string, { code, syscall, port, address, hostname }: ListenFault): string {
  if (syscall === 'getaddrinfo') {
    return `${hostOf(setting)} ${hostname ?? ''} is no address of this machine: ${code}`;
  }
  if (code === 'EADDRNOTAVAIL') return `${hostOf(setting)} ${address} is no address of this machine: ${code}`;
  return code === 'EADDRINUSE'
    ? `${setting} ${port} is in use on ${address}: stop what listens there, or set ${setting} to another port`
    : `${setting} ${port} cannot be listened on at ${address}: ${code}`;
}

/** Awaits a server that begins to listen. @param setting the name of its port's setting @throws CannotListen */
export async function listening<T>(setting: string, server: Promise<T>): Promise<T> {
  try {
    return await server;
  } catch (error) {
    if (!FAILS_BY.includes((error as NodeJS.ErrnoException).syscall ?? '')) throw error;
    throw new CannotListen(setting, error as ListenFault);
  }
}
