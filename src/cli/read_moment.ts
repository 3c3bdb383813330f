/**
 * Reads a moment as people write it on a command line.
 *
 * @module
 */

import { UsageError } from "./command.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const DATE_REGEXP = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,3})?Z?)?$/;

/**
 * A day, a time of a day (both UTC), or how long ago (`30m`, `12h`, `7d`), as ISO 8601 with milliseconds. Throws
 * {@linkcode UsageError} for anything else; `flag` is what it was given to.
 */
export function readMoment(text: string | undefined, nowMs: number, flag: string): string | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return momentOf(nowMs - Number(count) * (UNIT_MS[unit] ?? 0));
  const [, day, time = "00:00", seconds = ":00", fraction = ".000"] = DATE_REGEXP.exec(text) ?? [];
  const moment = `${day}T${time}${seconds}${fraction.padEnd(4, "0")}Z`;
  if (day === undefined || !isReal(moment)) {
    throw new UsageError(
      `Flag "--${flag}" has no time: ${JSON.stringify(text)}`,
      "Write 2026-11-30, 2026-11-30T10:00 (UTC), or 30m, 12h, 7d for how long ago",
    );
  }
  return moment;
}

// Times are counted here by hand: what is around a pure file, its clock and its zone, has no say in it.

const MS_PER_DAY = 86_400_000;
const DAYS_TO_1970 = 719_468;
const DAYS_PER_ERA = 146_097;

/** A time in milliseconds since 1970 as ISO 8601 with milliseconds, by the Gregorian calendar. */
export function momentOf(ms: number): string {
  const days = Math.floor(ms / MS_PER_DAY);
  const inDay = ms - days * MS_PER_DAY;
  const shifted = days + DAYS_TO_1970;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = `${two(inDay / 3_600_000)}:${two(inDay / 60_000 % 60)}:${two(inDay / 1000 % 60)}`;
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${clock}.${
    String(Math.floor(inDay % 1000)).padStart(3, "0")
  }Z`;
}

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isReal(moment: string): boolean {
  const [month = 0, day = 0] = [Number(moment.slice(5, 7)), Number(moment.slice(8, 10))];
  const [hour, minute, second] = moment.slice(11, 19).split(":").map(Number);
  if (month < 1 || month > 12 || day < 1 || day > (MONTH_DAYS[month - 1] ?? 0)) return false;
  return (hour ?? 99) < 24 && (minute ?? 99) < 60 && (second ?? 99) < 60;
}
