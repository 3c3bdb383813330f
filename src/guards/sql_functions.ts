/**
 * Functions that only compute, by dialect: they read no table, no file and no setting that matters, change nothing, wait
 * for nothing and run no text as SQL.
 *
 * @module
 */

const COMMON =
  "abs avg ceil ceiling coalesce concat concat_ws count current_date current_time current_timestamp cume_dist dense_rank exp first_value floor greatest " +
  "lag last_value lead least length ln log log10 lower ltrim max min mod nth_value ntile nullif percent_rank power " +
  "rank replace round row_number rtrim sign sqrt substr substring sum trim upper";

const BY_DIALECT = {
  postgresql:
    "age any_value array_agg array_length array_position array_to_string bit_and bit_length bit_or bool_and " +
    "bool_or btrim cardinality cbrt char_length character_length chr corr covar_pop covar_samp date_bin date_part " +
    "date_trunc decode degrees div encode every extract format generate_series initcap isfinite json_agg " +
    "json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each " +
    "json_each_text json_extract_path json_extract_path_text json_object_agg json_object_keys json_typeof jsonb_agg " +
    "jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each " +
    "jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_object_agg jsonb_object_keys jsonb_typeof justify_days " +
    "justify_hours left make_date make_interval make_time make_timestamp md5 mode now octet_length overlay percentile_cont " +
    "percentile_disc pi position radians regexp_count regexp_like regexp_match regexp_matches regexp_replace " +
    "regexp_split_to_array regexp_split_to_table reverse right row_to_json sha256 split_part starts_with stddev " +
    "stddev_pop stddev_samp string_agg string_to_array strpos timezone to_char to_date to_json to_jsonb to_number " +
    "to_timestamp translate trunc unnest var_pop var_samp variance width_bucket",
  sqlite:
    "char date datetime format group_concat glob hex ifnull iif instr json json_array json_array_length json_each " +
    "json_extract json_group_array json_group_object json_object json_tree json_type json_valid julianday like " +
    "pragma_index_info pragma_index_list pragma_table_info pragma_table_xinfo printf quote strftime string_agg time " +
    "total typeof unicode unixepoch",
  mysql: "adddate ascii bin char char_length conv curdate current_date current_timestamp curtime date date_add " +
    "date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear elt field find_in_set format from_unixtime " +
    "group_concat hex hour if ifnull instr isnull json_array json_arrayagg json_extract json_length json_object " +
    "json_objectagg json_unquote last_day lcase left locate lpad md5 minute month monthname now position quarter " +
    "regexp_like reverse right rpad second sha1 sha2 std stddev str_to_date strcmp substring_index time timediff " +
    "timestampdiff truncate ucase unhex unix_timestamp utc_timestamp variance week weekday year",
  mssql:
    "ascii charindex choose convert count_big datalength dateadd datediff datefromparts datename datepart day eomonth " +
    "format getdate getutcdate iif isdate isjson isnull isnumeric json_query json_value left len month nchar newid " +
    "patindex pi quotename reverse right stdev stdevp string_agg string_split stuff sysdatetime sysutcdatetime translate " +
    "try_cast try_convert unicode var varp year",
} as const;

/** Dialects with a parser. */
export type SqlDialect = keyof typeof BY_DIALECT;

/** The pure functions of each dialect, in lower case. */
export const PURE_FUNCTIONS: Readonly<Record<SqlDialect, ReadonlySet<string>>> = {
  postgresql: namesOf("postgresql"),
  sqlite: namesOf("sqlite"),
  mysql: namesOf("mysql"),
  mssql: namesOf("mssql"),
};

/** Names of all dialects. */
export const SQL_DIALECTS = ["postgresql", "sqlite", "mysql", "mssql"] as const;

function namesOf(dialect: SqlDialect): ReadonlySet<string> {
  return new Set(`${COMMON} ${BY_DIALECT[dialect]}`.split(" "));
}
