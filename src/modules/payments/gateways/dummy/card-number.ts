/** Removes spaces and dashes from a card number. @returns its digits, or undefined when it is no card number */
export function cardDigits(text: string): string | undefined {
  const digits = text.replace(/[ -]/g, '');
  return /^\d{12,19}$/.test(digits) && hasCheckDigit(digits) ? digits : undefined;
}

/** Luhn's sum (ISO/IEC 7812-1): every second digit from the right counts double. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
