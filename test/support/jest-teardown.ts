import { leftOut } from './left-out';
import { started } from './jest-setup';
import { reapAbandonedFolders, removeRunFolder, RUN_FOLDER } from './run-folder';

/** Once after all suites: names what was left out, ends the servers of this run and removes all it wrote to the temp folder. */
export default function tearDown(): void {
  const folder = process.env[RUN_FOLDER];
  const said = folder && leftOut(folder);
  if (said) process.stderr.write(`\n${said}\n`);
  if (folder) removeRunFolder(folder);
  reapAbandonedFolders();
  for (const variable of started.splice(0)) delete process.env[variable];
}
