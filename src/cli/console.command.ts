import { ClientsService } from '../modules/access/clients.service';
import { ConsoleCodesService } from '../modules/access/console-codes.service';
import { ConfigurationError, loadConfig } from '../platform/config/config';
import { localStoreUrl, requireOpenStore } from './local-store';
import { withStore } from './with-store';

/**
 * Prints a link that signs a browser in to the console of a running store, once.
 * @throws ConfigurationError when the console is off, or the store's address is not fixed; NoStoreOpen
 */
export async function consoleCommand(say: (text: string) => void): Promise<void> {
  const config = loadConfig();
  const { console, http } = config;
  if (!console.isOn) throw new ConfigurationError(['CONSOLE is off: the store serves no console']);
  requireOpenStore(config);
  const base = http.publicUrl ?? localStoreUrl(config);
  await withStore(async (store) => {
    const client = await store.get(ClientsService).own('console');
    // The link alone goes to standard output, so that a script can open it.
    say(await store.get(ConsoleCodesService).link(client, base));
  });
  process.stderr.write('Open it in a browser within 10 minutes. It works once.\n');
}
