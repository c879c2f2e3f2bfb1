import { ClientsService } from '../modules/access/clients.service';
import { ConsoleCodesService } from '../modules/access/console-codes.service';
import { ConfigurationError, loadConfig } from '../platform/config/config';
import { writtenAddress } from '../app/open-address';
import { localUrl } from './local-url';
import { withStore } from './with-store';

/**
 * Prints a link that signs a browser in to the console of a running store, once.
 * @throws ConfigurationError when the console is off, or the store's address is not fixed
 */
export async function consoleCommand(say: (text: string) => void): Promise<void> {
  const config = loadConfig();
  const { console, http } = config;
  if (!console.isOn) throw new ConfigurationError(['CONSOLE is off: the store serves no console']);
  const open = writtenAddress(config);
  const base = http.publicUrl ?? open ?? localUrl(http.host, http.port, 'PORT');
  await withStore(async (store) => {
    const client = await store.get(ClientsService).own('console');
    // The link alone goes to standard output, so that a script can open it.
    say(await store.get(ConsoleCodesService).link(client, base));
  });
  // A store on a server does not say where it is open: its settings do.
  if (open === undefined && config.database.embedded)
    process.stderr.write('No store is open on this database: start it first.\n');
  process.stderr.write('Open it in a browser within 10 minutes. It works once.\n');
}
