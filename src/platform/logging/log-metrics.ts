import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics';
import { standardOutput } from './logger';

/** Reports how many log lines were dropped. The log itself cannot show it while no line can be written. */
@Injectable()
export class LogMetrics {
  constructor(metrics: Metrics) {
    const help = 'Log lines that were dropped because standard output was full, closed or too slow.';
    metrics.total('log_lines_dropped_total', help, () => standardOutput.dropped);
  }
}
