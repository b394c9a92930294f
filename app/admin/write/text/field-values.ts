/** Values of the front matter as the form shows them, and back. Null removes a field. */

/** `garden, winter` */
export function toListText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : '';
}

export function parseList(text: string): string[] | null {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.length > 0 ? items : null;
}

export function parseNumber(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? null : value;
}

/** What is written as the standard is left out of the file, unless it is there. */
export function parseSwitch(isOn: boolean, standard: boolean | undefined): boolean | null {
  return isOn === standard ? null : isOn;
}

/** A group without one of its members, or with another value of it. */
export function changeMember(value: unknown, name: string, text: string): Record<string, unknown> | null {
  const { [name]: _before, ...others } = isGroup(value) ? value : {};
  const group = text === '' ? others : { ...others, [name]: text };
  return Object.keys(group).length > 0 ? group : null;
}

export function readMember(value: unknown, name: string): string {
  const member = isGroup(value) ? value[name] : undefined;
  return member === undefined || member === null ? '' : String(member);
}

/** A picture is a file, or a file with its description. */
export function changePicture(src: string, alt: string): string | { src: string; alt: string } | null {
  if (src === '') return null;
  return alt === '' ? src : { src, alt };
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
