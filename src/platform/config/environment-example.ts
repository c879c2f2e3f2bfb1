import { environment } from './environment';

/** The text of `.env.example`: every setting with its meaning and default, commented out. */
export function environmentExample(): string {
  const blocks = Object.entries(environment).map(([name, spec]) => {
    const fallback: unknown = spec.default;
    const hasDefault = fallback !== undefined && !(Array.isArray(fallback) && fallback.length === 0);
    const shown = hasDefault ? String(fallback) : (spec.example ?? '');
    const choices = spec.choices ? ` One of: ${spec.choices.join(', ')}.` : '';
    return `# ${spec.desc ?? ''}${choices}\n# ${name}=${shown}\n`;
  });
  return `# Settings of storekeeper. Copy to .env and uncomment what you change.\n\n${blocks.join('\n')}`;
}
