/** A mistake in the environment; the message is the sentence for the operator. */
export class ConfigError extends Error {}

export function webAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name];
  if (!text) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError(`${name}=${text} is not an address that begins with http:// or https://.`);
  }
  return text.replace(/\/+$/, '');
}

export function readChoice<const Value extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const text = env[name] || fallback;
  const value = values.find((candidate) => candidate === text);
  if (!value) throw new ConfigError(`${name}=${text} is not one of ${values.join(', ')}.`);
  return value;
}

export function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  least: number,
  max: number,
): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > max) {
    throw new ConfigError(`${name}=${text} is not a whole number from ${least} to ${max}.`);
  }
  return value;
}

export function flag(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new ConfigError(`${name}=${text} is neither 1 nor 0.`);
}
