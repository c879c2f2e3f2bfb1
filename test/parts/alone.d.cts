declare const alone: readonly string[];
export = alone;
