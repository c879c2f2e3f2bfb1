import { runPart } from '../../support/parts';

runPart(__filename);
