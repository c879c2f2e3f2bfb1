import { type components } from '@storekeeper/client';
import { type Tone } from '../../shared/ui/values';

/** A back-test of the API. */
export type Backtest = components['schemas']['BacktestRecord'];
type State = Backtest['state'];

const TONES: Readonly<Record<State, Tone>> = {
  queued: 'plain',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

/** Every state of a back-test. */
export const BACKTEST_STATES = Object.keys(TONES) as readonly State[];
/** Returns the tone of a state. */
export const backtestTone = (state: State): Tone => TONES[state];
/** Whether a back-test goes on. */
export const isUnderWay = (state: State): boolean => state === 'queued' || state === 'running';
