/** A port that the process cannot listen on, in one line that names its setting. */
export class CannotListen extends Error {
  constructor(setting: string, { port, address, code }: ListenFault) {
    super(
      code === 'EADDRINUSE'
        ? `${setting} ${port} is in use on ${address}: stop what listens there, or set ${setting} to another port`
        : `${setting} ${port} cannot be listened on at ${address}: ${code}`,
    );
    this.name = 'CannotListen';
  }
}

interface ListenFault {
  readonly code: string;
  readonly port: number;
  readonly address: string;
}

/** Awaits a server that begins to listen. @param setting the name of its port's setting @throws CannotListen */
export async function listening<T>(setting: string, server: Promise<T>): Promise<T> {
  try {
    return await server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'listen') throw error;
    throw new CannotListen(setting, error as ListenFault);
  }
}
