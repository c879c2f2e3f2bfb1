import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics';
import { standardOutput } from './logger';

/** Shows how many log lines were lost: whoever reads the log cannot see it there while nothing can be written. */
@Injectable()
export class LogMetrics {
  constructor(metrics: Metrics) {
    const help = 'Log lines that were dropped because standard output was full, closed or too slow.';
    metrics.total('log_lines_dropped_total', help, () => standardOutput.dropped);
  }
}
