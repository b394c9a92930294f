/** Arithmetic in the field of 256 elements that QR codes use (x⁸ + x⁴ + x³ + x² + 1). */
const powers = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  powers[exponent] = value;
  powers[exponent + 255] = value;
  logarithms[value] = exponent;
  value = (value << 1) ^ (value >= 128 ? 0x11d : 0);
}

export function powerOfTwo(exponent: number): number {
  return powers[exponent % 255] ?? 0;
}

export function multiply(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return powers[(logarithms[a] ?? 0) + (logarithms[b] ?? 0)] ?? 0;
}

/** The product of (x − 2⁰)(x − 2¹)…, highest power first and without its leading 1. */
function generator(length: number): Uint8Array {
  const factors = new Uint8Array(length);
  factors[length - 1] = 1;
  for (let root = 0; root < length; root += 1) {
    for (let index = 0; index < length; index += 1) {
      factors[index] = multiply(factors[index] ?? 0, powerOfTwo(root)) ^ (factors[index + 1] ?? 0);
    }
  }
  return factors;
}

/** The error correction bytes of a block. */
export function correctionBytes(data: Uint8Array, length: number): Uint8Array {
  const divisor = generator(length);
  const rest = new Uint8Array(length);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest.copyWithin(0, 1);
    rest[length - 1] = 0;
    for (let index = 0; index < length; index += 1) {
      rest[index] = (rest[index] ?? 0) ^ multiply(divisor[index] ?? 0, factor);
    }
  }
  return rest;
}
