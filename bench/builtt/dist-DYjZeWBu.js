import { n as __require, t as __commonJSMin } from "./rolldown-runtime-DegdyBIC.js";
// node_modules/@clickhouse/client/dist/common/parse/column_types.js
var require_column_types = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SimpleColumnTypes = exports.ColumnTypeParseError = void 0;
	exports.parseColumnType = parseColumnType;
	exports.parseDecimalType = parseDecimalType;
	exports.parseEnumType = parseEnumType;
	exports.parseMapType = parseMapType;
	exports.parseTupleType = parseTupleType;
	exports.parseArrayType = parseArrayType;
	exports.parseDateTimeType = parseDateTimeType;
	exports.parseDateTime64Type = parseDateTime64Type;
	exports.parseFixedStringType = parseFixedStringType;
	exports.asNullableType = asNullableType;
	exports.getElementsTypes = getElementsTypes;
	/** @deprecated Superseded by the `@clickhouse/datatype-parser` package (`parseDataType` + its `Node` AST); slated for removal in a future major version. */
	var ColumnTypeParseError = class ColumnTypeParseError extends Error {
		args;
		constructor(message, args) {
			super(message);
			this.args = args ?? {};
			Object.setPrototypeOf(this, ColumnTypeParseError.prototype);
		}
	};
	exports.ColumnTypeParseError = ColumnTypeParseError;
	/** @deprecated Superseded by the `@clickhouse/datatype-parser` package (`parseDataType` + its `Node` AST); slated for removal in a future major version. */
	exports.SimpleColumnTypes = [
		"Bool",
		"UInt8",
		"Int8",
		"UInt16",
		"Int16",
		"UInt32",
		"Int32",
		"UInt64",
		"Int64",
		"UInt128",
		"Int128",
		"UInt256",
		"Int256",
		"Float32",
		"Float64",
		"String",
		"UUID",
		"Date",
		"Date32",
		"IPv4",
		"IPv6"
	];
	/**
	* @deprecated Superseded by the standalone `@clickhouse/datatype-parser` package
	* — use `parseDataType` and its `Node` AST instead. That parser is
	* server-faithful and already handles the source types listed below as
	* unsupported here (Geo, (Simple)AggregateFunction, Nested, JSON, Dynamic,
	* Variant). Slated for removal in a future major version.
	*
	* @experimental - incomplete, unstable API;
	* originally intended to be used for RowBinary/Native header parsing internally.
	* Currently unsupported source types:
	* * Geo
	* * (Simple)AggregateFunction
	* * Nested
	* * Old/new JSON
	* * Dynamic
	* * Variant
	*/
	function parseColumnType(sourceType) {
		let columnType = sourceType;
		let isNullable = false;
		if (columnType.startsWith(LowCardinalityPrefix)) columnType = columnType.slice(LowCardinalityPrefix.length, -1);
		if (columnType.startsWith(NullablePrefix)) {
			columnType = columnType.slice(NullablePrefix.length, -1);
			isNullable = true;
		}
		let result;
		if (exports.SimpleColumnTypes.includes(columnType)) result = {
			type: "Simple",
			columnType,
			sourceType
		};
		else if (columnType.startsWith(DecimalPrefix)) result = parseDecimalType({
			sourceType,
			columnType
		});
		else if (columnType.startsWith(DateTime64Prefix)) result = parseDateTime64Type({
			sourceType,
			columnType
		});
		else if (columnType.startsWith(DateTimePrefix)) result = parseDateTimeType({
			sourceType,
			columnType
		});
		else if (columnType.startsWith(FixedStringPrefix)) result = parseFixedStringType({
			sourceType,
			columnType
		});
		else if (columnType.startsWith(Enum8Prefix) || columnType.startsWith(Enum16Prefix)) result = parseEnumType({
			sourceType,
			columnType
		});
		else if (columnType.startsWith(ArrayPrefix)) result = parseArrayType({
			sourceType,
			columnType
		});
		else if (columnType.startsWith(MapPrefix)) result = parseMapType({
			sourceType,
			columnType
		});
		else if (columnType.startsWith(TuplePrefix)) result = parseTupleType({
			sourceType,
			columnType
		});
		else throw new ColumnTypeParseError("Unsupported column type", { columnType });
		if (isNullable) return asNullableType(result, sourceType);
		else return result;
	}
	function parseDecimalType({ columnType, sourceType }) {
		if (!columnType.startsWith(DecimalPrefix) || columnType.length < DecimalPrefix.length + 5) throw new ColumnTypeParseError("Invalid Decimal type", {
			sourceType,
			columnType
		});
		const split = columnType.slice(DecimalPrefix.length, -1).split(", ");
		if (split.length !== 2) throw new ColumnTypeParseError("Expected Decimal type to have both precision and scale", {
			sourceType,
			columnType,
			split
		});
		const [precisionStr, scaleStr] = split;
		let intSize = 32;
		const precision = parseInt(precisionStr, 10);
		if (Number.isNaN(precision) || precision < 1 || precision > 76) throw new ColumnTypeParseError("Invalid Decimal precision", {
			columnType,
			sourceType,
			precision
		});
		const scale = parseInt(scaleStr, 10);
		if (Number.isNaN(scale) || scale < 0 || scale > precision) throw new ColumnTypeParseError("Invalid Decimal scale", {
			columnType,
			sourceType,
			precision,
			scale
		});
		if (precision > 38) intSize = 256;
		else if (precision > 18) intSize = 128;
		else if (precision > 9) intSize = 64;
		return {
			type: "Decimal",
			params: {
				precision,
				scale,
				intSize
			},
			sourceType
		};
	}
	/**
	* Unescape backslash escape sequences in enum names.
	* Recognized escapes are decoded using ClickHouse-style string escaping:
	* `\\n` -> newline, `\\t` -> tab, `\\r` -> carriage return, `\\\\` -> `\\`,
	* and `\\'` -> `'`.
	* For any other escaped character, the backslash is removed and the following
	* character is kept verbatim to preserve the previous permissive behavior.
	*/
	function unescapeEnumName(escaped) {
		let unescaped = "";
		let i = 0;
		while (i < escaped.length) {
			if (escaped.charCodeAt(i) === BackslashASCII && i + 1 < escaped.length) {
				i++;
				switch (escaped[i]) {
					case "n":
						unescaped += "\n";
						break;
					case "t":
						unescaped += "	";
						break;
					case "r":
						unescaped += "\r";
						break;
					case "\\":
						unescaped += "\\";
						break;
					case "'":
						unescaped += "'";
						break;
					default: unescaped += escaped[i];
				}
			} else unescaped += escaped[i];
			i++;
		}
		return unescaped;
	}
	function parseEnumType({ columnType, sourceType }) {
		let intSize;
		if (columnType.startsWith(Enum8Prefix)) {
			columnType = columnType.slice(Enum8Prefix.length, -1);
			intSize = 8;
		} else if (columnType.startsWith(Enum16Prefix)) {
			columnType = columnType.slice(Enum16Prefix.length, -1);
			intSize = 16;
		} else throw new ColumnTypeParseError("Expected Enum to be either Enum8 or Enum16", {
			columnType,
			sourceType
		});
		if (columnType.length < 6) throw new ColumnTypeParseError("Invalid Enum type values", {
			columnType,
			sourceType
		});
		const names = [];
		const indices = [];
		let parsingName = true;
		let charEscaped = false;
		let startIndex = 1;
		for (let i = 1; i < columnType.length; i++) if (parsingName) {
			if (charEscaped) charEscaped = false;
			else if (columnType.charCodeAt(i) === BackslashASCII) charEscaped = true;
			else if (columnType.charCodeAt(i) === SingleQuoteASCII) {
				const name = unescapeEnumName(columnType.slice(startIndex, i));
				if (names.includes(name)) throw new ColumnTypeParseError("Duplicate Enum name", {
					columnType,
					sourceType,
					name,
					names,
					indices
				});
				names.push(name);
				i += 4;
				startIndex = i;
				parsingName = false;
			}
		} else if (columnType.charCodeAt(i) < ZeroASCII || columnType.charCodeAt(i) > NineASCII) {
			pushEnumIndex(startIndex, i);
			i += 2;
			startIndex = i + 1;
			parsingName = true;
			charEscaped = false;
		}
		pushEnumIndex(startIndex, columnType.length);
		if (names.length !== indices.length) throw new ColumnTypeParseError("Expected Enum to have the same number of names and indices", {
			columnType,
			sourceType,
			names,
			indices
		});
		const values = {};
		for (let i = 0; i < names.length; i++) {
			const idx = indices[i];
			values[idx] = names[i];
		}
		return {
			type: "Enum",
			values,
			intSize,
			sourceType
		};
		function pushEnumIndex(start, end) {
			const index = parseInt(columnType.slice(start, end), 10);
			if (Number.isNaN(index) || index < 0) throw new ColumnTypeParseError("Expected Enum index to be a valid number", {
				columnType,
				sourceType,
				names,
				indices,
				index,
				start,
				end
			});
			if (indices.includes(index)) throw new ColumnTypeParseError("Duplicate Enum index", {
				columnType,
				sourceType,
				index,
				names,
				indices
			});
			indices.push(index);
		}
	}
	function parseMapType({ columnType, sourceType }) {
		if (!columnType.startsWith(MapPrefix) || columnType.length < MapPrefix.length + 11) throw new ColumnTypeParseError("Invalid Map type", {
			columnType,
			sourceType
		});
		columnType = columnType.slice(MapPrefix.length, -1);
		const [keyType, valueType] = getElementsTypes({
			columnType,
			sourceType
		}, 2);
		const key = parseColumnType(keyType);
		if (key.type === "DateTime64" || key.type === "Nullable" || key.type === "Array" || key.type === "Map" || key.type === "Decimal" || key.type === "Tuple") throw new ColumnTypeParseError("Invalid Map key type", {
			key,
			sourceType
		});
		return {
			type: "Map",
			key,
			value: parseColumnType(valueType),
			sourceType
		};
	}
	function parseTupleType({ columnType, sourceType }) {
		if (!columnType.startsWith(TuplePrefix) || columnType.length < TuplePrefix.length + 5) throw new ColumnTypeParseError("Invalid Tuple type", {
			columnType,
			sourceType
		});
		columnType = columnType.slice(TuplePrefix.length, -1);
		return {
			type: "Tuple",
			elements: getElementsTypes({
				columnType,
				sourceType
			}, 1).map((type) => parseColumnType(type)),
			sourceType
		};
	}
	function parseArrayType({ columnType, sourceType }) {
		if (!columnType.startsWith(ArrayPrefix) || columnType.length < ArrayPrefix.length + 5) throw new ColumnTypeParseError("Invalid Array type", {
			columnType,
			sourceType
		});
		let dimensions = 0;
		while (columnType.length > 0) if (columnType.startsWith(ArrayPrefix)) {
			columnType = columnType.slice(ArrayPrefix.length, -1);
			dimensions++;
		} else break;
		if (dimensions === 0 || dimensions > 10) throw new ColumnTypeParseError("Expected Array to have between 1 and 10 dimensions", { columnType });
		const value = parseColumnType(columnType);
		if (value.type === "Array") throw new ColumnTypeParseError("Unexpected Array as value type", {
			columnType,
			sourceType
		});
		return {
			type: "Array",
			value,
			dimensions,
			sourceType
		};
	}
	function parseDateTimeType({ columnType, sourceType }) {
		if (columnType.startsWith(DateTimeWithTimezonePrefix) && columnType.length > DateTimeWithTimezonePrefix.length + 4) return {
			type: "DateTime",
			timezone: columnType.slice(DateTimeWithTimezonePrefix.length + 1, -2),
			sourceType
		};
		else if (columnType.startsWith(DateTimePrefix) && columnType.length === DateTimePrefix.length) return {
			type: "DateTime",
			timezone: null,
			sourceType
		};
		else throw new ColumnTypeParseError("Invalid DateTime type", {
			columnType,
			sourceType
		});
	}
	function parseDateTime64Type({ columnType, sourceType }) {
		if (!columnType.startsWith(DateTime64Prefix) || columnType.length < DateTime64Prefix.length + 2) throw new ColumnTypeParseError("Invalid DateTime64 type", {
			columnType,
			sourceType
		});
		const precision = parseInt(columnType[DateTime64Prefix.length] ?? "", 10);
		if (Number.isNaN(precision) || precision < 0 || precision > 9) throw new ColumnTypeParseError("Invalid DateTime64 precision", {
			columnType,
			sourceType,
			precision
		});
		let timezone = null;
		if (columnType.length > DateTime64Prefix.length + 2) timezone = columnType.slice(DateTime64Prefix.length + 4, -2);
		return {
			type: "DateTime64",
			timezone,
			precision,
			sourceType
		};
	}
	function parseFixedStringType({ columnType, sourceType }) {
		if (!columnType.startsWith(FixedStringPrefix) || columnType.length < FixedStringPrefix.length + 2) throw new ColumnTypeParseError("Invalid FixedString type", {
			columnType,
			sourceType
		});
		const sizeBytes = parseInt(columnType.slice(FixedStringPrefix.length, -1), 10);
		if (Number.isNaN(sizeBytes) || sizeBytes < 1) throw new ColumnTypeParseError("Invalid FixedString size in bytes", {
			columnType,
			sourceType,
			sizeBytes
		});
		return {
			type: "FixedString",
			sizeBytes,
			sourceType
		};
	}
	function asNullableType(value, sourceType) {
		if (value.type === "Array" || value.type === "Map" || value.type === "Tuple" || value.type === "Nullable") throw new ColumnTypeParseError(`${value.type} cannot be Nullable`, { sourceType });
		if (value.sourceType.startsWith(NullablePrefix)) value.sourceType = value.sourceType.slice(NullablePrefix.length, -1);
		return {
			type: "Nullable",
			sourceType,
			value
		};
	}
	/** Used for Map key/value types and Tuple elements.
	*  * `String, UInt8` results in [`String`, `UInt8`].
	*  * `String, UInt8, Array(String)` results in [`String`, `UInt8`, `Array(String)`].
	*  * Throws if parsed values are below the required minimum. */
	function getElementsTypes({ columnType, sourceType }, minElements) {
		const elements = [];
		/** Consider the element type parsed once we reach a comma outside of parens AND after an unescaped tick.
		*  The most complicated cases are values names in the self-defined Enum types:
		*  * `Tuple(Enum8('f\'()' = 1))`  ->  `f\'()`
		*  * `Tuple(Enum8('(' = 1))`      ->  `(`
		*  See also: {@link parseEnumType }, which works similarly (but has to deal with the indices following the names). */
		let openParens = 0;
		let quoteOpen = false;
		let charEscaped = false;
		let lastElementIndex = 0;
		for (let i = 0; i < columnType.length; i++) if (charEscaped) charEscaped = false;
		else if (columnType.charCodeAt(i) === BackslashASCII) charEscaped = true;
		else if (columnType.charCodeAt(i) === SingleQuoteASCII) quoteOpen = !quoteOpen;
		else if (!quoteOpen) {
			if (columnType.charCodeAt(i) === LeftParenASCII) openParens++;
			else if (columnType.charCodeAt(i) === RightParenASCII) openParens--;
			else if (columnType.charCodeAt(i) === CommaASCII) {
				if (openParens === 0) {
					elements.push(columnType.slice(lastElementIndex, i));
					i += 2;
					lastElementIndex = i;
				}
			}
		}
		if (!openParens && lastElementIndex < columnType.length - 1) elements.push(columnType.slice(lastElementIndex));
		if (elements.length < minElements) throw new ColumnTypeParseError("Expected more elements in the type", {
			sourceType,
			columnType,
			elements,
			minElements
		});
		return elements;
	}
	const NullablePrefix = "Nullable(";
	const LowCardinalityPrefix = "LowCardinality(";
	const DecimalPrefix = "Decimal(";
	const ArrayPrefix = "Array(";
	const MapPrefix = "Map(";
	const Enum8Prefix = "Enum8(";
	const Enum16Prefix = "Enum16(";
	const TuplePrefix = "Tuple(";
	const DateTimePrefix = "DateTime";
	const DateTimeWithTimezonePrefix = "DateTime(";
	const DateTime64Prefix = "DateTime64(";
	const FixedStringPrefix = "FixedString(";
	const SingleQuoteASCII = 39;
	const LeftParenASCII = 40;
	const RightParenASCII = 41;
	const CommaASCII = 44;
	const ZeroASCII = 48;
	const NineASCII = 57;
	const BackslashASCII = 92;
}));
// node_modules/@clickhouse/client/dist/common/parse/json_handling.js
var require_json_handling = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.defaultJSONHandling = void 0;
	exports.defaultJSONHandling = {
		parse: JSON.parse,
		stringify: JSON.stringify
	};
}));
// node_modules/@clickhouse/client/dist/common/parse/index.js
var require_parse = /* @__PURE__ */ __commonJSMin(((exports, module, this$17) => {
	var __createBinding = this$17 && this$17.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$17 && this$17.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_column_types(), exports);
	__exportStar(require_json_handling(), exports);
}));
// node_modules/@clickhouse/client/dist/common/logger.js
var require_logger = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ClickHouseLogLevel = exports.LogWriter = exports.DefaultLogger = void 0;
	var DefaultLogger = class {
		trace({ module, message, args }) {
			const params = [formatMessage({
				module,
				message,
				level: "TRACE"
			})];
			if (args) params.push("\nArguments:", args);
			console.debug(...params);
		}
		debug({ module, message, args }) {
			const params = [formatMessage({
				module,
				message,
				level: "DEBUG"
			})];
			if (args) params.push("\nArguments:", args);
			console.debug(...params);
		}
		info({ module, message, args }) {
			const params = [formatMessage({
				module,
				message,
				level: "INFO"
			})];
			if (args) params.push("\nArguments:", args);
			console.info(...params);
		}
		warn({ module, message, args, err }) {
			const params = [formatMessage({
				module,
				message,
				level: "WARN"
			})];
			if (args) params.push("\nArguments:", args);
			if (err) params.push("\nCaused by:", err);
			console.warn(...params);
		}
		error({ module, message, args, err }) {
			const params = [formatMessage({
				module,
				message,
				level: "ERROR"
			})];
			if (args) params.push("\nArguments:", args);
			params.push("\nCaused by:", err);
			console.error(...params);
		}
	};
	exports.DefaultLogger = DefaultLogger;
	var LogWriter = class {
		logger;
		module;
		logLevel;
		constructor(logger, module, logLevel) {
			this.logger = logger;
			this.module = module;
			this.logLevel = logLevel;
			this.info({ message: `Log level is set to ${exports.ClickHouseLogLevel[this.logLevel]}` });
		}
		trace(params) {
			if (this.logLevel <= exports.ClickHouseLogLevel.TRACE) this.logger.trace({
				...params,
				module: params.module ?? this.module
			});
		}
		debug(params) {
			if (this.logLevel <= exports.ClickHouseLogLevel.DEBUG) this.logger.debug({
				...params,
				module: params.module ?? this.module
			});
		}
		info(params) {
			if (this.logLevel <= exports.ClickHouseLogLevel.INFO) this.logger.info({
				...params,
				module: params.module ?? this.module
			});
		}
		warn(params) {
			if (this.logLevel <= exports.ClickHouseLogLevel.WARN) this.logger.warn({
				...params,
				module: params.module ?? this.module
			});
		}
		error(params) {
			if (this.logLevel <= exports.ClickHouseLogLevel.ERROR) this.logger.error({
				...params,
				module: params.module ?? this.module
			});
		}
	};
	exports.LogWriter = LogWriter;
	/**
	* Mimics the runtime shape of a numeric TypeScript `enum`: an object with both
	* forward (`Name -> number`) and reverse (`number -> Name`) mappings. This
	* preserves backwards compatibility with the previous `enum ClickHouseLogLevel`
	* — both `ClickHouseLogLevel.TRACE` (returns `0`) and `ClickHouseLogLevel[0]`
	* (returns `'TRACE'`) continue to work — while staying compatible with the
	* `--erasableSyntaxOnly` TypeScript option (no TS `enum` declaration).
	*/
	exports.ClickHouseLogLevel = {
		/**
		* A fine-grained debugging event. Might produce a lot of logs, so use with caution.
		*/
		TRACE: 0,
		/**
		* A debugging event. Useful for debugging, but generally not needed in production. Includes technical values that might require redacting.
		*/
		DEBUG: 1,
		/**
		* An informational event. Indicates that an event happened.
		*/
		INFO: 2,
		/**
		* A warning event. Not an error, but is likely more important than an informational event. Addressing should help prevent potential issues.
		*/
		WARN: 3,
		/**
		* An error event. Something went wrong.
		*/
		ERROR: 4,
		/**
		* Logging is turned off.
		*/
		OFF: 127,
		0: "TRACE",
		1: "DEBUG",
		2: "INFO",
		3: "WARN",
		4: "ERROR",
		127: "OFF"
	};
	function formatMessage({ level, module, message }) {
		return `[${(/* @__PURE__ */ new Date()).toISOString()}][${level}][@clickhouse/client][${module}] ${message}`;
	}
}));
// node_modules/@clickhouse/client/dist/common/config.js
var require_config$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.prepareConfigWithURL = prepareConfigWithURL;
	exports.getConnectionParams = getConnectionParams;
	exports.mergeConfigs = mergeConfigs;
	exports.createUrl = createUrl;
	exports.loadConfigOptionsFromURL = loadConfigOptionsFromURL;
	exports.booleanConfigURLValue = booleanConfigURLValue;
	exports.numberConfigURLValue = numberConfigURLValue;
	exports.enumConfigURLValue = enumConfigURLValue;
	const logger_1 = require_logger();
	const json_handling_1 = require_json_handling();
	/** Normalizes the public request compression option into the internal codec
	*  object, or `undefined` when disabled. `true` keeps gzip for backwards
	*  compatibility; the object form (carrying its per-codec option) is passed
	*  through verbatim, so untyped JS supplying an unknown codec still reaches the
	*  Node guard, which rejects it with a clear error. */
	function normalizeRequestCompression(value) {
		if (!value) return;
		if (value === true) return { codec: "gzip" };
		return value;
	}
	/** Normalizes the public response compression option
	*  (`false | true | { codec }`) into the internal codec object, or `undefined`
	*  when disabled. `true` keeps gzip for backwards compatibility. */
	function normalizeResponseCompression(value) {
		if (!value) return;
		if (value === true) return { codec: "gzip" };
		return { codec: value.codec };
	}
	/**
	* Validates and normalizes the provided "base" config.
	* Warns about deprecated configuration parameters usage.
	* Parses the common URL parameters into the configuration parameters (these are the same for all implementations).
	* Parses implementation-specific URL parameters using the handler provided by that implementation.
	* Merges these parameters with the base config and implementation-specific defaults.
	* Enforces certain defaults in case of deprecated keys or readonly mode.
	*/
	function prepareConfigWithURL(baseConfigOptions, logger, handleImplURLParams) {
		const baseConfig = { ...baseConfigOptions };
		if (baseConfig.additional_headers !== void 0) {
			logger.warn({
				module: "Config",
				message: "\"additional_headers\" is deprecated. Use \"http_headers\" instead."
			});
			baseConfig.http_headers = baseConfig.additional_headers;
			delete baseConfig.additional_headers;
		}
		let configURL;
		if (baseConfig.host !== void 0) {
			logger.warn({
				module: "Config",
				message: "\"host\" is deprecated. Use \"url\" instead."
			});
			configURL = createUrl(baseConfig.host);
			delete baseConfig.host;
		} else configURL = createUrl(baseConfig.url);
		const [url, configFromURL] = loadConfigOptionsFromURL(configURL, handleImplURLParams);
		const config = mergeConfigs(baseConfig, configFromURL, logger);
		if (config.pathname !== void 0) url.pathname = config.pathname;
		config.url = url;
		return config;
	}
	function getConnectionParams(config, logger) {
		let auth;
		if (config.access_token !== void 0) {
			if (config.username !== void 0 || config.password !== void 0) throw new Error("Both access token and username/password are provided in the configuration. Please use only one authentication method.");
			auth = {
				access_token: config.access_token,
				type: "JWT"
			};
		} else auth = {
			username: config.username ?? "default",
			password: config.password ?? "",
			type: "Credentials"
		};
		const log_level = config.log?.level ?? logger_1.ClickHouseLogLevel.WARN;
		const request_timeout = config.request_timeout ?? 3e4;
		const clickhouse_settings = config.clickhouse_settings ?? {};
		if (log_level <= logger_1.ClickHouseLogLevel.WARN) {
			if (request_timeout > 6e4) {
				const send_progress = String(clickhouse_settings.send_progress_in_http_headers) === "1";
				const progress_interval = clickhouse_settings.http_headers_progress_interval_ms;
				if (!send_progress) logger.warn({
					module: "Config",
					message: `request_timeout is set to ${request_timeout}ms, but send_progress_in_http_headers is not enabled. Long-running queries may fail with socket hang-up errors if they exceed the load balancer idle timeout. Consider enabling progress headers with clickhouse_settings: { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '<interval>' }. See https://github.com/ClickHouse/clickhouse-js/blob/main/docs/howto/long_running_queries.md for more details.`
				});
				else if (progress_interval === void 0) logger.warn({
					module: "Config",
					message: `request_timeout is set to ${request_timeout}ms and send_progress_in_http_headers is enabled, but http_headers_progress_interval_ms is not set. It is recommended to set http_headers_progress_interval_ms to a value slightly below your load balancer's idle timeout (e.g., '110000' for a 120s LB timeout). See https://github.com/ClickHouse/clickhouse-js/blob/main/docs/howto/long_running_queries.md for more details.`
				});
			}
		}
		return {
			auth,
			url: config.url,
			application_id: config.application,
			request_timeout,
			max_open_connections: config.max_open_connections ?? 10,
			compression: {
				decompress_response: normalizeResponseCompression(config.compression?.response),
				compress_request: normalizeRequestCompression(config.compression?.request)
			},
			database: config.database ?? "default",
			log_writer: new logger_1.LogWriter(logger, "Connection", log_level),
			log_level,
			keep_alive: { enabled: config.keep_alive?.enabled ?? true },
			clickhouse_settings,
			http_headers: config.http_headers ?? {},
			json: {
				...json_handling_1.defaultJSONHandling,
				...config.json
			},
			...config.use_multipart_params ? { use_multipart_params: true } : {},
			...config.use_multipart_params_auto ? { use_multipart_params_auto: true } : {}
		};
	}
	/**
	* Merge two versions of the config: base (hardcoded) from the instance creation and the URL parsed one.
	* URL config takes priority and overrides the base config parameters.
	* If a value is overridden, then a warning will be logged (even if the log level is OFF).
	*/
	function mergeConfigs(baseConfig, configFromURL, logger) {
		function deepMerge(base, fromURL, path = []) {
			for (const key of Object.keys(fromURL)) if (typeof fromURL[key] === "object") deepMerge(base, fromURL[key], path.concat(key));
			else {
				let baseAtPath = base;
				for (const key of path) {
					if (baseAtPath[key] === void 0) baseAtPath[key] = {};
					baseAtPath = baseAtPath[key];
				}
				if (baseAtPath[key] !== void 0) {
					const fullPath = path.concat(key).join(".");
					logger.warn({
						module: "Config",
						message: `"${fullPath}" is overridden by a URL parameter.`
					});
				}
				baseAtPath[key] = fromURL[key];
			}
		}
		const config = { ...baseConfig };
		deepMerge(config, configFromURL);
		return config;
	}
	function createUrl(configURL) {
		let url;
		try {
			if (typeof configURL === "string" || configURL instanceof URL) url = new URL(configURL);
			else return new URL("http://localhost:8123");
		} catch (err) {
			throw new Error("ClickHouse URL is malformed. Expected format: http[s]://[username:password@]hostname:port[/database][?param1=value1&param2=value2]", { cause: err });
		}
		if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(`ClickHouse URL protocol must be either http or https. Got: ${url.protocol}`);
		return url;
	}
	/**
	* @param url potentially contains auth, database and URL params to parse the configuration from
	* @param handleExtraURLParams some platform-specific URL params might be unknown by the common package;
	* use this function defined in the implementation to handle them. Logs warnings in case of hardcode overrides.
	*/
	function loadConfigOptionsFromURL(url, handleExtraURLParams) {
		let config = {};
		if (url.username !== "") config.username = decodeURIComponent(url.username);
		if (url.password !== "") config.password = decodeURIComponent(url.password);
		if (url.pathname.trim().length > 1) config.database = url.pathname.slice(1);
		const urlSearchParamsKeys = [...url.searchParams.keys()];
		if (urlSearchParamsKeys.length > 0) {
			const unknownParams = /* @__PURE__ */ new Set();
			const settingPrefix = "clickhouse_setting_";
			const settingShortPrefix = "ch_";
			const httpHeaderPrefix = "http_header_";
			urlSearchParamsKeys.forEach((key) => {
				let paramWasProcessed = true;
				const value = url.searchParams.get(key);
				if (key.startsWith(settingPrefix)) {
					const settingKey = key.slice(19);
					if (config.clickhouse_settings === void 0) config.clickhouse_settings = {};
					config.clickhouse_settings[settingKey] = value;
				} else if (key.startsWith(settingShortPrefix)) {
					const settingKey = key.slice(3);
					if (config.clickhouse_settings === void 0) config.clickhouse_settings = {};
					config.clickhouse_settings[settingKey] = value;
				} else if (key.startsWith(httpHeaderPrefix)) {
					const headerKey = key.slice(12);
					if (config.http_headers === void 0) config.http_headers = {};
					config.http_headers[headerKey] = value;
				} else switch (key) {
					case "application":
						config.application = value;
						break;
					case "pathname":
						config.pathname = value;
						break;
					case "session_id":
						config.session_id = value;
						break;
					case "request_timeout":
						config.request_timeout = numberConfigURLValue({
							key,
							value,
							min: 0
						});
						break;
					case "max_open_connections":
						config.max_open_connections = numberConfigURLValue({
							key,
							value,
							min: 1
						});
						break;
					case "compression_request":
						if (config.compression === void 0) config.compression = {};
						config.compression.request = booleanConfigURLValue({
							key,
							value
						});
						break;
					case "compression_response":
						if (config.compression === void 0) config.compression = {};
						config.compression.response = booleanConfigURLValue({
							key,
							value
						});
						break;
					case "log_level":
						if (config.log === void 0) config.log = {};
						config.log.level = enumConfigURLValue({
							key,
							value,
							enumObject: logger_1.ClickHouseLogLevel
						});
						break;
					case "keep_alive_enabled":
						if (config.keep_alive === void 0) config.keep_alive = {};
						config.keep_alive.enabled = booleanConfigURLValue({
							key,
							value
						});
						break;
					case "access_token":
						config.access_token = value;
						break;
					default:
						paramWasProcessed = false;
						unknownParams.add(key);
				}
				if (paramWasProcessed) url.searchParams.delete(key);
			});
			if (handleExtraURLParams !== null) {
				const res = handleExtraURLParams(config, url);
				config = res.config;
				if (unknownParams.size > 0) res.handled_params.forEach((k) => unknownParams.delete(k));
				if (res.unknown_params.size > 0) res.unknown_params.forEach((k) => unknownParams.add(k));
			}
			if (unknownParams.size > 0) throw new Error(`Unknown URL parameters: ${Array.from(unknownParams).join(", ")}`);
		}
		return [new URL(`${url.protocol}//${url.host}`), config];
	}
	function booleanConfigURLValue({ key, value }) {
		const trimmed = value.trim();
		if (trimmed === "true" || trimmed === "1") return true;
		if (trimmed === "false" || trimmed === "0") return false;
		throw new Error(`"${key}" has invalid boolean value: ${trimmed}. Expected one of: 0, 1, true, false.`);
	}
	function numberConfigURLValue({ key, value, min, max }) {
		const trimmed = value.trim();
		const number = Number(trimmed);
		if (isNaN(number)) throw new Error(`"${key}" has invalid numeric value: ${trimmed}`);
		if (min !== void 0 && number < min) throw new Error(`"${key}" value ${trimmed} is less than min allowed ${min}`);
		if (max !== void 0 && number > max) throw new Error(`"${key}" value ${trimmed} is greater than max allowed ${max}`);
		return number;
	}
	function enumConfigURLValue({ key, value, enumObject }) {
		const values = Object.keys(enumObject).filter((item) => isNaN(Number(item)));
		const trimmed = value.trim();
		if (!values.includes(trimmed)) {
			const expected = values.join(", ");
			throw new Error(`"${key}" has invalid value: ${trimmed}. Expected one of: ${expected}.`);
		}
		return enumObject[trimmed];
	}
}));
// node_modules/@clickhouse/client/dist/common/error/error.js
var require_error$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ClickHouseError = void 0;
	exports.parseError = parseError;
	exports.getCurrentStackTrace = getCurrentStackTrace;
	exports.enhanceStackTrace = enhanceStackTrace;
	const errorRe = /(Code|Error): (?<code>\d+).*Exception: (?<message>.+?)\((?<type>(?=[A-Z0-9_]*[A-Z]{3})[A-Z0-9_]+)\)/s;
	/** An error that is thrown by the ClickHouse server. */
	var ClickHouseError = class ClickHouseError extends Error {
		code;
		type;
		constructor({ message, code, type }) {
			super(message);
			this.code = code;
			this.type = type;
			Object.setPrototypeOf(this, ClickHouseError.prototype);
		}
	};
	exports.ClickHouseError = ClickHouseError;
	function parseError(input) {
		const inputIsError = input instanceof Error;
		const groups = (inputIsError ? input.message : input).match(errorRe)?.groups;
		if (groups) return new ClickHouseError(groups);
		else return inputIsError ? input : new Error(input);
	}
	/** Captures the current stack trace from the sync context before going async.
	*  It is necessary since the majority of the stack trace is lost when an async callback is called. */
	function getCurrentStackTrace() {
		const stack = (/* @__PURE__ */ new Error()).stack;
		if (!stack) return "";
		return stack.split("\n").slice(3).reverse().join("\n");
	}
	/** Having the stack trace produced by the {@link getCurrentStackTrace} function,
	*  add it to an arbitrary error stack trace. No-op if there is no additional stack trace to add.
	*  It could happen if this feature was disabled due to its performance overhead. */
	function enhanceStackTrace(err, stackTrace) {
		if (err.stack && stackTrace) {
			const firstNewlineIndex = err.stack.indexOf("\n");
			err.stack = `${err.stack.substring(0, firstNewlineIndex)}\n${stackTrace}\n${err.stack.substring(firstNewlineIndex + 1)}`;
		}
		return err;
	}
}));
// node_modules/@clickhouse/client/dist/common/error/index.js
var require_error = /* @__PURE__ */ __commonJSMin(((exports, module, this$16) => {
	var __createBinding = this$16 && this$16.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$16 && this$16.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_error$1(), exports);
}));
// node_modules/@clickhouse/client/dist/common/tracing.js
var require_tracing = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NoopClickHouseTracer = exports.NoopClickHouseSpan = exports.ClickHouseSpanNames = exports.ClickHouseSpanKind = exports.ClickHouseSpanStatusCode = void 0;
	exports.recordSpanError = recordSpanError;
	const error_1 = require_error();
	/** Value-identical to OTEL's `SpanStatusCode`, so non-OTEL implementations
	*  do not have to deal with magic numbers. */
	exports.ClickHouseSpanStatusCode = {
		UNSET: 0,
		OK: 1,
		ERROR: 2
	};
	/** Value-identical to OTEL's `SpanKind`. The client only ever uses
	*  {@link ClickHouseSpanKind.CLIENT}. */
	exports.ClickHouseSpanKind = {
		INTERNAL: 0,
		SERVER: 1,
		CLIENT: 2,
		PRODUCER: 3,
		CONSUMER: 4
	};
	/** Span name constants used by the client when starting spans.
	*  Exposed so that adapters and tests can match on them. */
	exports.ClickHouseSpanNames = {
		query: "clickhouse.query",
		/** A child of {@link ClickHouseSpanNames.query} that covers the lifetime
		*  of the `ResultSet` stream - from the first byte read to full
		*  consumption, cancellation, or failure.  Ends with
		*  `clickhouse.response.decoded_bytes` and (for row-streaming paths)
		*  `db.response.returned_rows`. */
		query_stream: "clickhouse.query.stream",
		command: "clickhouse.command",
		exec: "clickhouse.exec",
		insert: "clickhouse.insert",
		ping: "clickhouse.ping"
	};
	const noop = () => void 0;
	/** Shared no-op span handed out by {@link NoopClickHouseTracer}. @internal */
	exports.NoopClickHouseSpan = {
		setAttributes: noop,
		setStatus: noop,
		recordException: noop,
		end: noop
	};
	/** No-op tracer assigned once at client creation when no tracer is
	*  configured, so the hot path stays branch-free (monomorphic call sites
	*  that the JIT can inline). @internal */
	exports.NoopClickHouseTracer = { startActiveSpan: (_name, _options, fn) => fn(exports.NoopClickHouseSpan) };
	/** Records the exception on the span and marks it with the ERROR status,
	*  normalizing non-`Error` throwables to `Error`.
	*
	*  Sets the {@link https://opentelemetry.io/docs/specs/semconv/registry/attributes/error/#error-type `error.type`}
	*  attribute to the error class name (e.g. `ClickHouseError`, `TypeError`),
	*  and, for server-side errors ({@link ClickHouseError}), the numeric server
	*  error code as `clickhouse.error.code`. */
	function recordSpanError(span, err) {
		const error = err instanceof Error ? err : new Error(String(err));
		const attributes = { "error.type": error.constructor.name };
		if (error instanceof error_1.ClickHouseError) {
			const code = Number(error.code);
			attributes["clickhouse.error.code"] = Number.isNaN(code) ? error.code : code;
		}
		span.setAttributes(attributes);
		span.recordException(error);
		span.setStatus({
			code: exports.ClickHouseSpanStatusCode.ERROR,
			message: error.message
		});
	}
}));
// node_modules/@clickhouse/client/dist/common/client.js
var require_client$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ClickHouseClient = void 0;
	const parse_1 = require_parse();
	const logger_1 = require_logger();
	const config_1 = require_config$1();
	const tracing_1 = require_tracing();
	var ClickHouseClient = class {
		clientClickHouseSettings;
		connectionParams;
		connection;
		makeResultSet;
		valuesEncoder;
		sessionId;
		role;
		jsonHandling;
		tracer;
		constructor(config) {
			const logger = config?.log?.LoggerClass ? new config.log.LoggerClass() : new logger_1.DefaultLogger();
			const configWithURL = (0, config_1.prepareConfigWithURL)(config, logger, config.impl.handle_specific_url_params ?? null);
			this.connectionParams = (0, config_1.getConnectionParams)(configWithURL, logger);
			this.clientClickHouseSettings = this.connectionParams.clickhouse_settings;
			this.sessionId = config.session_id;
			this.role = config.role;
			this.connection = config.impl.make_connection(configWithURL, this.connectionParams);
			this.makeResultSet = config.impl.make_result_set;
			this.jsonHandling = {
				...parse_1.defaultJSONHandling,
				...config.json
			};
			this.valuesEncoder = config.impl.values_encoder(this.jsonHandling);
			this.tracer = config.tracer ?? tracing_1.NoopClickHouseTracer;
		}
		/**
		* Used for most statements that can have a response, such as `SELECT`.
		* Returns an implementation of {@link BaseResultSet}.
		*
		* The `FORMAT` clause should be specified separately via {@link QueryParams.format} (default is `JSON`);
		* this method will always append `FORMAT <format>` to the end of {@link QueryParams.query}.
		* If the query already contains a `FORMAT` clause, ClickHouse will return a syntax error due to a duplicate `FORMAT`.
		* This is intended behavior.
		* Use {@link ClickHouseClient.insert} for data insertion, {@link ClickHouseClient.command} for DDLs,
		* or {@link ClickHouseClient.exec} for queries where you need to provide the full SQL (including `FORMAT`) yourself or where the `FORMAT` suffix is not supported.
		*
		* @note For `SHOW [ROW] POLICIES`, use the full syntax `SHOW POLICIES ON *`,
		* as the short version does not support appending `FORMAT` at the server SQL parser level.
		* See https://github.com/ClickHouse/ClickHouse/issues/105899
		*
		* See {@link DataFormat} for the formats supported by the client.
		*/
		async query(params) {
			const format = params.format ?? "JSON";
			const query = formatQuery(params.query, format);
			const queryParams = this.withClientQueryParams(params);
			const { log_writer, log_level } = this.connectionParams;
			return this.tracer.startActiveSpan(tracing_1.ClickHouseSpanNames.query, {
				kind: tracing_1.ClickHouseSpanKind.CLIENT,
				attributes: this.withBaseSpanAttributes({
					"clickhouse.response.format": format,
					"clickhouse.request.query_id": queryParams.query_id,
					"clickhouse.request.session_id": queryParams.session_id
				})
			}, async (span) => {
				let queryResult;
				try {
					queryResult = await this.connection.query({
						query,
						...queryParams
					});
				} catch (err) {
					(0, tracing_1.recordSpanError)(span, err);
					span.end();
					throw err;
				}
				const { stream, query_id, response_headers, http_status_code } = queryResult;
				span.setAttributes({ "clickhouse.request.query_id": query_id });
				setResponseSpanAttributes(span, { http_status_code });
				span.end();
				return this.tracer.startActiveSpan(tracing_1.ClickHouseSpanNames.query_stream, { kind: tracing_1.ClickHouseSpanKind.CLIENT }, (streamSpan) => {
					try {
						return this.makeResultSet(stream, format, query_id, (err) => {
							if (log_level <= logger_1.ClickHouseLogLevel.ERROR) log_writer.error({
								err,
								module: "Client",
								message: "Error while processing the ResultSet.",
								args: {
									session_id: queryParams.session_id,
									role: queryParams.role,
									query_id
								}
							});
						}, response_headers, this.jsonHandling, streamSpan);
					} catch (err) {
						(0, tracing_1.recordSpanError)(streamSpan, err);
						streamSpan.end();
						throw err;
					}
				});
			});
		}
		/**
		* It should be used for statements that do not have any output,
		* when the format clause is not applicable, or when you are not interested in the response at all.
		* The response stream is destroyed immediately as we do not expect useful information there.
		* Examples of such statements are DDLs or custom inserts.
		*
		* @note if you have a custom query that does not work with {@link ClickHouseClient.query},
		* and you are interested in the response data, consider using {@link ClickHouseClient.exec}.
		*/
		async command(params) {
			const query = removeTrailingSemi(params.query.trim());
			const ignore_error_response = params.ignore_error_response ?? false;
			const queryParams = this.withClientQueryParams(params);
			return this.tracer.startActiveSpan(tracing_1.ClickHouseSpanNames.command, {
				kind: tracing_1.ClickHouseSpanKind.CLIENT,
				attributes: this.withBaseSpanAttributes({
					"clickhouse.request.query_id": queryParams.query_id,
					"clickhouse.request.session_id": queryParams.session_id
				})
			}, async (span) => {
				try {
					const result = await this.connection.command({
						query,
						ignore_error_response,
						...queryParams
					});
					span.setAttributes({ "clickhouse.request.query_id": result.query_id });
					setResponseSpanAttributes(span, result);
					return result;
				} catch (err) {
					(0, tracing_1.recordSpanError)(span, err);
					throw err;
				} finally {
					span.end();
				}
			});
		}
		/**
		* Similar to {@link ClickHouseClient.command}, but for the cases where the output _is expected_,
		* but format clause is not applicable. The caller of this method _must_ consume the stream,
		* as the underlying socket will not be released until then, and the request will eventually be timed out.
		*
		* @note it is not intended to use this method to execute the DDLs, such as `CREATE TABLE` or similar;
		* use {@link ClickHouseClient.command} instead.
		*/
		async exec(params) {
			const query = removeTrailingSemi(params.query.trim());
			const values = "values" in params ? params.values : void 0;
			const decompress_response_stream = params.decompress_response_stream ?? true;
			const ignore_error_response = params.ignore_error_response ?? false;
			const queryParams = this.withClientQueryParams(params);
			return this.tracer.startActiveSpan(tracing_1.ClickHouseSpanNames.exec, {
				kind: tracing_1.ClickHouseSpanKind.CLIENT,
				attributes: this.withBaseSpanAttributes({
					"clickhouse.request.query_id": queryParams.query_id,
					"clickhouse.request.session_id": queryParams.session_id
				})
			}, async (span) => {
				try {
					const result = await this.connection.exec({
						query,
						values,
						decompress_response_stream,
						ignore_error_response,
						...queryParams
					});
					span.setAttributes({ "clickhouse.request.query_id": result.query_id });
					setResponseSpanAttributes(span, result);
					return result;
				} catch (err) {
					(0, tracing_1.recordSpanError)(span, err);
					throw err;
				} finally {
					span.end();
				}
			});
		}
		/**
		* The primary method for data insertion. It is recommended to avoid arrays in case of large inserts
		* to reduce application memory consumption and consider streaming for most of such use cases.
		* As the insert operation does not provide any output, the response stream is immediately destroyed.
		*
		* @note in case of a custom insert operation (e.g., `INSERT FROM SELECT`),
		* consider using {@link ClickHouseClient.command}, passing the entire raw query there
		* (including the `FORMAT` clause).
		*/
		async insert(params) {
			if (Array.isArray(params.values) && params.values.length === 0) return {
				executed: false,
				query_id: "",
				response_headers: {}
			};
			const format = params.format || "JSONCompactEachRow";
			this.valuesEncoder.validateInsertValues(params.values, format);
			const query = getInsertQuery(params, format);
			const queryParams = this.withClientQueryParams(params);
			return this.tracer.startActiveSpan(tracing_1.ClickHouseSpanNames.insert, {
				kind: tracing_1.ClickHouseSpanKind.CLIENT,
				attributes: this.withBaseSpanAttributes({
					"db.operation.name": "INSERT",
					"db.collection.name": params.table,
					"clickhouse.request.format": format,
					"clickhouse.request.query_id": queryParams.query_id,
					"clickhouse.request.session_id": queryParams.session_id,
					"clickhouse.request.sent_rows": Array.isArray(params.values) ? params.values.length : void 0
				})
			}, async (span) => {
				try {
					const values = this.valuesEncoder.encodeValues(params.values, format);
					const result = await this.connection.insert({
						query,
						values,
						...queryParams
					});
					span.setAttributes({ "clickhouse.request.query_id": result.query_id });
					setResponseSpanAttributes(span, result);
					return {
						...result,
						executed: true
					};
				} catch (err) {
					(0, tracing_1.recordSpanError)(span, err);
					throw err;
				} finally {
					span.end();
				}
			});
		}
		/**
		* A health-check request. It does not throw if an error occurs - the error is returned inside the result object.
		*
		* By default, Node.js version uses the built-in `/ping` endpoint, which does not verify credentials.
		* Optionally, it can be switched to a `SELECT` query (see {@link PingParamsWithSelectQuery}).
		* In that case, the server will verify the credentials.
		*
		* **NOTE**: Since the `/ping` endpoint does not support CORS, the Web version always uses a `SELECT` query.
		*/
		async ping(params) {
			const select = params?.select ?? false;
			return this.tracer.startActiveSpan(tracing_1.ClickHouseSpanNames.ping, {
				kind: tracing_1.ClickHouseSpanKind.CLIENT,
				attributes: this.withBaseSpanAttributes({ "clickhouse.ping.select": select })
			}, async (span) => {
				try {
					return await this.connection.ping(params ?? { select: false });
				} catch (err) {
					(0, tracing_1.recordSpanError)(span, err);
					throw err;
				} finally {
					span.end();
				}
			});
		}
		/**
		* Shuts down the underlying connection.
		* This method should ideally be called only once per application lifecycle,
		* for example, during the graceful shutdown phase.
		*/
		async close() {
			return await this.connection.close();
		}
		/**
		* Closes the client connection.
		*
		* Automatically called when using `using` statement in supported environments.
		* @see {@link ClickHouseClient.close}
		* @see https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Statements/using
		*/
		async [Symbol.asyncDispose]() {
			await this.close();
		}
		withBaseSpanAttributes(extra) {
			const url = this.connectionParams.url;
			const attrs = {
				"db.system.name": "clickhouse",
				"server.address": url.hostname,
				"server.port": getServerPort(url),
				"db.namespace": this.connectionParams.database
			};
			if (this.connectionParams.application_id !== void 0) attrs["clickhouse.application"] = this.connectionParams.application_id;
			for (const [k, v] of Object.entries(extra)) if (v !== void 0) attrs[k] = v;
			return attrs;
		}
		withClientQueryParams(params) {
			return {
				clickhouse_settings: {
					...this.clientClickHouseSettings,
					...params.clickhouse_settings
				},
				query_params: params.query_params,
				abort_signal: params.abort_signal,
				query_id: params.query_id,
				session_id: params.session_id ?? this.sessionId,
				role: params.role ?? this.role,
				auth: params.auth,
				http_headers: params.http_headers,
				use_multipart_params: params.use_multipart_params,
				use_multipart_params_auto: params.use_multipart_params_auto
			};
		}
	};
	exports.ClickHouseClient = ClickHouseClient;
	function getServerPort(url) {
		if (url.port !== "") return Number(url.port);
		return url.protocol === "https:" ? 443 : 80;
	}
	/** Records HTTP status and `X-ClickHouse-Summary` counters on the span once
	*  the response (headers) arrived. The summary values are complete only when
	*  the query was executed with `wait_end_of_query=1`; see
	*  {@link ClickHouseSummary}. */
	function setResponseSpanAttributes(span, result) {
		const attributes = {};
		if (result.http_status_code !== void 0) attributes["db.response.status_code"] = result.http_status_code;
		const summary = result.summary;
		if (summary !== void 0) {
			attributes["clickhouse.summary.read_rows"] = summary.read_rows;
			attributes["clickhouse.summary.read_bytes"] = summary.read_bytes;
			attributes["clickhouse.summary.written_rows"] = summary.written_rows;
			attributes["clickhouse.summary.written_bytes"] = summary.written_bytes;
			attributes["clickhouse.summary.result_rows"] = summary.result_rows;
			attributes["clickhouse.summary.result_bytes"] = summary.result_bytes;
			attributes["clickhouse.summary.elapsed_ns"] = summary.elapsed_ns;
		}
		span.setAttributes(attributes);
	}
	function formatQuery(query, format) {
		query = query.trim();
		query = removeTrailingSemi(query);
		return query + " \nFORMAT " + format;
	}
	function removeTrailingSemi(query) {
		let lastNonSemiIdx = query.length;
		for (let i = lastNonSemiIdx; i > 0; i--) if (query[i - 1] !== ";") {
			lastNonSemiIdx = i;
			break;
		}
		if (lastNonSemiIdx !== query.length) return query.slice(0, lastNonSemiIdx);
		return query;
	}
	function isInsertColumnsExcept(obj) {
		return obj !== void 0 && obj !== null && typeof obj === "object" && Object.prototype.hasOwnProperty.call(obj, "except");
	}
	function getInsertQuery(params, format) {
		let columnsPart = "";
		if (params.columns !== void 0) {
			if (Array.isArray(params.columns) && params.columns.length > 0) columnsPart = ` (${params.columns.join(", ")})`;
			else if (isInsertColumnsExcept(params.columns) && params.columns.except.length > 0) columnsPart = ` (* EXCEPT (${params.columns.except.join(", ")}))`;
		}
		return `INSERT INTO ${params.table.trim()}${columnsPart} FORMAT ${format}`;
	}
}));
// node_modules/@clickhouse/client/dist/common/data_formatter/formatter.js
var require_formatter = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.StreamableFormats = exports.SupportedRawFormats = exports.SupportedJSONFormats = exports.SingleDocumentJSONFormats = exports.RecordsJSONFormats = exports.StreamableJSONFormats = void 0;
	exports.isNotStreamableJSONFamily = isNotStreamableJSONFamily;
	exports.isStreamableJSONFamily = isStreamableJSONFamily;
	exports.isSupportedRawFormat = isSupportedRawFormat;
	exports.validateStreamFormat = validateStreamFormat;
	exports.encodeJSON = encodeJSON;
	exports.StreamableJSONFormats = [
		"JSONEachRow",
		"JSONStringsEachRow",
		"JSONCompactEachRow",
		"JSONCompactStringsEachRow",
		"JSONCompactEachRowWithNames",
		"JSONCompactEachRowWithNamesAndTypes",
		"JSONCompactStringsEachRowWithNames",
		"JSONCompactStringsEachRowWithNamesAndTypes",
		"JSONEachRowWithProgress"
	];
	exports.RecordsJSONFormats = ["JSONObjectEachRow"];
	exports.SingleDocumentJSONFormats = [
		"JSON",
		"JSONStrings",
		"JSONCompact",
		"JSONCompactStrings",
		"JSONColumnsWithMetadata"
	];
	exports.SupportedJSONFormats = [
		...exports.RecordsJSONFormats,
		...exports.SingleDocumentJSONFormats,
		...exports.StreamableJSONFormats
	];
	exports.SupportedRawFormats = [
		"CSV",
		"CSVWithNames",
		"CSVWithNamesAndTypes",
		"TabSeparated",
		"TabSeparatedRaw",
		"TabSeparatedWithNames",
		"TabSeparatedWithNamesAndTypes",
		"CustomSeparated",
		"CustomSeparatedWithNames",
		"CustomSeparatedWithNamesAndTypes",
		"Parquet"
	];
	exports.StreamableFormats = [...exports.StreamableJSONFormats, ...exports.SupportedRawFormats];
	function isNotStreamableJSONFamily(format) {
		return exports.SingleDocumentJSONFormats.includes(format) || exports.RecordsJSONFormats.includes(format);
	}
	function isStreamableJSONFamily(format) {
		return exports.StreamableJSONFormats.includes(format);
	}
	function isSupportedRawFormat(dataFormat) {
		return exports.SupportedRawFormats.includes(dataFormat);
	}
	function validateStreamFormat(format) {
		if (!exports.StreamableFormats.includes(format)) throw new Error(`${format} format is not streamable. Streamable formats: ${exports.StreamableFormats.join(",")}`);
		return true;
	}
	/**
	* Encodes a single row of values into a string in a JSON format acceptable by ClickHouse.
	* @param value a single value to encode.
	* @param format One of the supported JSON formats: https://clickhouse.com/docs/en/interfaces/formats/
	* @returns string
	*/
	function encodeJSON(value, format, stringifyFn) {
		if (exports.SupportedJSONFormats.includes(format)) return stringifyFn(value) + "\n";
		throw new Error(`The client does not support JSON encoding in [${format}] format.`);
	}
}));
// node_modules/@clickhouse/client/dist/common/data_formatter/format_query_params.js
var require_format_query_params = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.TupleParam = void 0;
	exports.formatQueryParams = formatQueryParams;
	var TupleParam = class {
		values;
		constructor(values) {
			this.values = values;
		}
	};
	exports.TupleParam = TupleParam;
	function formatQueryParams({ value, wrapStringInQuotes, printNullAsKeyword }) {
		return formatQueryParamsInternal({
			value,
			wrapStringInQuotes,
			printNullAsKeyword,
			isInArrayOrTuple: false
		});
	}
	function formatQueryParamsInternal({ value, wrapStringInQuotes, printNullAsKeyword, isInArrayOrTuple }) {
		if (value === null || value === void 0) {
			if (printNullAsKeyword) return "NULL";
			return "\\N";
		}
		if (Number.isNaN(value)) return "nan";
		if (value === Number.POSITIVE_INFINITY) return "+inf";
		if (value === Number.NEGATIVE_INFINITY) return "-inf";
		if (typeof value === "number" || typeof value === "bigint") return String(value);
		if (typeof value === "boolean") {
			if (isInArrayOrTuple) return value ? "TRUE" : "FALSE";
			return value ? "1" : "0";
		}
		if (typeof value === "string") {
			let result = "";
			for (let i = 0; i < value.length; i++) switch (value.charCodeAt(i)) {
				case TabASCII:
					result += "\\t";
					break;
				case NewlineASCII:
					result += "\\n";
					break;
				case CarriageReturnASCII:
					result += "\\r";
					break;
				case SingleQuoteASCII:
					result += `\\'`;
					break;
				case BackslashASCII:
					result += "\\\\";
					break;
				default: result += value[i];
			}
			return wrapStringInQuotes ? `'${result}'` : result;
		}
		if (Array.isArray(value)) return `[${value.map((v) => formatQueryParamsInternal({
			value: v,
			wrapStringInQuotes: true,
			printNullAsKeyword: true,
			isInArrayOrTuple: true
		})).join(",")}]`;
		if (value instanceof Date) {
			const unixTimestamp = Math.floor(value.getTime() / 1e3).toString().padStart(10, "0");
			const milliseconds = value.getUTCMilliseconds();
			return milliseconds === 0 ? unixTimestamp : `${unixTimestamp}.${milliseconds.toString().padStart(3, "0")}`;
		}
		if (value instanceof TupleParam) return `(${value.values.map((v) => formatQueryParamsInternal({
			value: v,
			wrapStringInQuotes: true,
			printNullAsKeyword: true,
			isInArrayOrTuple: true
		})).join(",")})`;
		if (value instanceof Map) return formatObjectLikeParam(value.entries());
		if (typeof value === "object") return formatObjectLikeParam(Object.entries(value));
		throw new Error(`Unsupported value in query parameters: [${value}].`);
	}
	function formatObjectLikeParam(entries) {
		const formatted = [];
		for (const [key, val] of entries) formatted.push(`${formatQueryParamsInternal({
			value: key,
			wrapStringInQuotes: true,
			printNullAsKeyword: true,
			isInArrayOrTuple: true
		})}:${formatQueryParamsInternal({
			value: val,
			wrapStringInQuotes: true,
			printNullAsKeyword: true,
			isInArrayOrTuple: true
		})}`);
		return `{${formatted.join(",")}}`;
	}
	const TabASCII = 9;
	const NewlineASCII = 10;
	const CarriageReturnASCII = 13;
	const SingleQuoteASCII = 39;
	const BackslashASCII = 92;
}));
// node_modules/@clickhouse/client/dist/common/settings.js
var require_settings = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SettingsMap = void 0;
	var SettingsMap = class {
		record;
		constructor(record) {
			this.record = record;
		}
		toString() {
			return `{${Object.entries(this.record).map(([k, v]) => `'${k}':'${v}'`).join(",")}}`;
		}
		static from(record) {
			return new this(record);
		}
	};
	exports.SettingsMap = SettingsMap;
}));
// node_modules/@clickhouse/client/dist/common/data_formatter/format_query_settings.js
var require_format_query_settings = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.formatQuerySettings = formatQuerySettings;
	const settings_1 = require_settings();
	function formatQuerySettings(value) {
		if (typeof value === "boolean") return value ? "1" : "0";
		if (typeof value === "number") return String(value);
		if (typeof value === "string") return value;
		if (value instanceof settings_1.SettingsMap) return value.toString();
		throw new Error(`Unsupported value in query settings: [${value}].`);
	}
}));
// node_modules/@clickhouse/client/dist/common/data_formatter/index.js
var require_data_formatter = /* @__PURE__ */ __commonJSMin(((exports, module, this$15) => {
	var __createBinding = this$15 && this$15.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$15 && this$15.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.formatQuerySettings = exports.formatQueryParams = exports.TupleParam = void 0;
	__exportStar(require_formatter(), exports);
	var format_query_params_1 = require_format_query_params();
	Object.defineProperty(exports, "TupleParam", {
		enumerable: true,
		get: function() {
			return format_query_params_1.TupleParam;
		}
	});
	Object.defineProperty(exports, "formatQueryParams", {
		enumerable: true,
		get: function() {
			return format_query_params_1.formatQueryParams;
		}
	});
	var format_query_settings_1 = require_format_query_settings();
	Object.defineProperty(exports, "formatQuerySettings", {
		enumerable: true,
		get: function() {
			return format_query_settings_1.formatQuerySettings;
		}
	});
}));
// node_modules/@clickhouse/client/dist/common/clickhouse_types.js
var require_clickhouse_types = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.isProgressRow = isProgressRow;
	exports.isRow = isRow;
	exports.isException = isException;
	/** Type guard to use with `JSONEachRowWithProgress`, checking if the emitted row is a progress row.
	*  @see https://clickhouse.com/docs/interfaces/formats/JSONEachRowWithProgress */
	function isProgressRow(row) {
		return row !== null && typeof row === "object" && "progress" in row && Object.keys(row).length === 1;
	}
	/** Type guard to use with `JSONEachRowWithProgress`, checking if the emitted row is a row with data.
	*  @see https://clickhouse.com/docs/interfaces/formats/JSONEachRowWithProgress */
	function isRow(row) {
		return row !== null && typeof row === "object" && "row" in row && Object.keys(row).length === 1;
	}
	/** Type guard to use with `JSONEachRowWithProgress`, checking if the row contains an exception.
	*  @see https://clickhouse.com/docs/interfaces/formats/JSONEachRowWithProgress */
	function isException(row) {
		return row !== null && typeof row === "object" && "exception" in row && Object.keys(row).length === 1;
	}
}));
// node_modules/@clickhouse/client/dist/common/utils/connection.js
var require_connection$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.EXCEPTION_TAG_HEADER_NAME = void 0;
	exports.withCompressionHeaders = withCompressionHeaders;
	exports.withHttpSettings = withHttpSettings;
	exports.isSuccessfulResponse = isSuccessfulResponse;
	exports.isJWTAuth = isJWTAuth;
	exports.isCredentialsAuth = isCredentialsAuth;
	function withCompressionHeaders({ headers, request_compression_codec, response_compression_codec }) {
		return {
			...headers,
			...response_compression_codec ? { "Accept-Encoding": response_compression_codec } : {},
			...request_compression_codec ? { "Content-Encoding": request_compression_codec } : {}
		};
	}
	function withHttpSettings(clickhouse_settings, compression) {
		return {
			...compression ? { enable_http_compression: 1 } : {},
			...clickhouse_settings
		};
	}
	function isSuccessfulResponse(statusCode) {
		return Boolean(statusCode && 200 <= statusCode && statusCode < 300);
	}
	function isJWTAuth(auth) {
		return auth !== null && typeof auth === "object" && "access_token" in auth;
	}
	function isCredentialsAuth(auth) {
		return auth !== null && typeof auth === "object" && "username" in auth && "password" in auth;
	}
	exports.EXCEPTION_TAG_HEADER_NAME = "x-clickhouse-exception-tag";
}));
// node_modules/@clickhouse/client/dist/common/utils/multipart.js
var require_multipart = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.MAX_URL_BIND_PARAM_LENGTH = void 0;
	exports.serializeQueryParamsForUrl = serializeQueryParamsForUrl;
	exports.buildMultipartBody = buildMultipartBody;
	const data_formatter_1 = require_data_formatter();
	const SAFE_PART_NAME = /^[A-Za-z0-9_.-]+$/;
	/**
	* Query parameters are URL-encoded into the request URL as `param_*` entries.
	* Once their encoded length passes this budget, {@link serializeQueryParamsForUrl}
	* returns null so that they are routed through the multipart body instead, keeping
	* oversized payloads out of the URL where HTTP intermediaries (nginx, AWS ALB,
	* CloudFront) reject them with HTTP 414 or 400. The threshold leaves ample
	* headroom under common request line limits.
	*/
	exports.MAX_URL_BIND_PARAM_LENGTH = 4096;
	/**
	* Early-return variant of the `param_*` serialization performed by
	* {@link toSearchParams}: serializes {@link query_params} into `param_*`
	* URL entries, returning them so the caller can reuse the result without
	* serializing the params a second time, or returns null as soon as the
	* URL-encoded length exceeds {@link MAX_URL_BIND_PARAM_LENGTH} — in which
	* case the params should be sent as a multipart/form-data body instead.
	*/
	function serializeQueryParamsForUrl(query_params) {
		const entries = [];
		let rawLength = 0;
		for (const [key, value] of Object.entries(query_params)) {
			const name = `param_${key}`;
			const formatted = (0, data_formatter_1.formatQueryParams)({ value });
			rawLength += name.length + formatted.length;
			if (rawLength > exports.MAX_URL_BIND_PARAM_LENGTH) return null;
			entries.push([name, formatted]);
		}
		if (new URLSearchParams(entries).toString().length > exports.MAX_URL_BIND_PARAM_LENGTH) return null;
		return entries;
	}
	/**
	* Builds a multipart/form-data body from a record of named string parts.
	*
	* Example output:
	*
	*   --BOUNDARY\r\n
	*   Content-Disposition: form-data; name="query"\r\n
	*   \r\n
	*   SELECT * FROM t WHERE x IN {values:Array(String)}\r\n
	*   --BOUNDARY\r\n
	*   Content-Disposition: form-data; name="param_values"\r\n
	*   \r\n
	*   ['a@b.com','c@d.com']\r\n
	*   --BOUNDARY--\r\n
	*/
	function buildMultipartBody(parts, boundary) {
		const chunks = [];
		for (const [name, value] of Object.entries(parts)) {
			if (!SAFE_PART_NAME.test(name)) throw new Error(`Invalid multipart part name: "${name}". Part names must match ${SAFE_PART_NAME}.`);
			chunks.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
		}
		chunks.push(`--${boundary}--\r\n`);
		return chunks.join("");
	}
}));
// node_modules/@clickhouse/client/dist/common/utils/sleep.js
var require_sleep = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.sleep = sleep;
	/**
	* @deprecated This utility function is not intended to be used outside of the client implementation anymore. Please, use `setTimeout` directly or a more full-featured utility library if you need additional features like cancellation or timers management.
	*/
	async function sleep(ms) {
		await new Promise((resolve) => setTimeout(() => {
			resolve(void 0);
		}, ms));
	}
}));
// node_modules/@clickhouse/client/dist/common/utils/stream.js
var require_stream$2 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CARET_RETURN = void 0;
	exports.extractErrorAtTheEndOfChunk = extractErrorAtTheEndOfChunk;
	const error_1 = require_error();
	const NEWLINE = 10;
	exports.CARET_RETURN = 13;
	/**
	* After 25.11, a newline error character is preceded by a caret return
	* this is a strong indication that we have an exception in the stream.
	*
	* Example with exception marker `FOOBAR`:
	*
	* \r\n__exception__\r\nFOOBAR
	* boom
	* 5 FOOBAR\r\n__exception__\r\n
	*
	* In this case, the exception length is 5 (including the newline character),
	* and the exception message is "boom".
	*/
	function extractErrorAtTheEndOfChunk(chunk, exceptionTag) {
		try {
			const bytesCountAfterErrLenHint = 16 + exceptionTag.length + 2;
			let errMsgLenStartIdx = chunk.length - bytesCountAfterErrLenHint;
			if (errMsgLenStartIdx < 1) return /* @__PURE__ */ new Error("there was an error in the stream, but the last chunk is malformed");
			do
				--errMsgLenStartIdx;
			while (chunk[errMsgLenStartIdx] !== NEWLINE);
			const textDecoder = new TextDecoder("utf-8");
			const errMsgLen = parseInt(textDecoder.decode(chunk.subarray(errMsgLenStartIdx, -bytesCountAfterErrLenHint)));
			if (isNaN(errMsgLen) || errMsgLen <= 0) return /* @__PURE__ */ new Error("there was an error in the stream; failed to parse the message length");
			const errMsg = textDecoder.decode(chunk.subarray(errMsgLenStartIdx - errMsgLen + 1, errMsgLenStartIdx));
			return (0, error_1.parseError)(errMsg);
		} catch (err) {
			return err;
		}
	}
}));
// node_modules/@clickhouse/client/dist/common/utils/url.js
var require_url = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.transformUrl = transformUrl;
	exports.toSearchParams = toSearchParams;
	const data_formatter_1 = require_data_formatter();
	function transformUrl({ url, pathname, searchParams }) {
		const newUrl = new URL(url);
		if (pathname) {
			if (newUrl.pathname === "/") newUrl.pathname = pathname;
			else newUrl.pathname += pathname;
		}
		if (searchParams) newUrl.search = searchParams?.toString();
		return newUrl;
	}
	function toSearchParams({ database, query, query_params, param_entries, clickhouse_settings, session_id, query_id, role }) {
		let entries;
		if (param_entries) {
			entries = param_entries;
			entries.push(["query_id", query_id]);
		} else {
			entries = [["query_id", query_id]];
			if (query_params !== void 0) for (const [key, value] of Object.entries(query_params)) {
				const formattedParam = (0, data_formatter_1.formatQueryParams)({ value });
				entries.push([`param_${key}`, formattedParam]);
			}
		}
		if (clickhouse_settings !== void 0) {
			for (const [key, value] of Object.entries(clickhouse_settings)) if (value !== void 0) entries.push([key, (0, data_formatter_1.formatQuerySettings)(value)]);
		}
		if (database !== void 0 && database !== "default") entries.push(["database", database]);
		if (query) entries.push(["query", query]);
		if (session_id) entries.push(["session_id", session_id]);
		if (role) {
			if (typeof role === "string") entries.push(["role", role]);
			else if (Array.isArray(role)) for (const r of role) entries.push(["role", r]);
		}
		return new URLSearchParams(entries);
	}
}));
// node_modules/@clickhouse/client/dist/common/utils/index.js
var require_utils$1 = /* @__PURE__ */ __commonJSMin(((exports, module, this$14) => {
	var __createBinding = this$14 && this$14.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$14 && this$14.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_connection$1(), exports);
	__exportStar(require_multipart(), exports);
	__exportStar(require_sleep(), exports);
	__exportStar(require_stream$2(), exports);
	__exportStar(require_url(), exports);
}));
// node_modules/@clickhouse/client/dist/common/index.js
var require_common = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* @deprecated The `@clickhouse/client-common` package is deprecated. It is no longer used by
	* `@clickhouse/client` or `@clickhouse/client-web`; the shared code is bundled into each client
	* package instead. Import everything from `@clickhouse/client` (Node.js) or
	* `@clickhouse/client-web` (Web) instead.
	*
	* @packageDocumentation
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.getCurrentStackTrace = exports.DefaultLogger = exports.LogWriter = exports.CARET_RETURN = exports.extractErrorAtTheEndOfChunk = exports.isJWTAuth = exports.isCredentialsAuth = exports.withHttpSettings = exports.withCompressionHeaders = exports.transformUrl = exports.toSearchParams = exports.serializeQueryParamsForUrl = exports.MAX_URL_BIND_PARAM_LENGTH = exports.buildMultipartBody = exports.sleep = exports.isSuccessfulResponse = exports.EXCEPTION_TAG_HEADER_NAME = exports.numberConfigURLValue = exports.getConnectionParams = exports.enumConfigURLValue = exports.booleanConfigURLValue = exports.validateStreamFormat = exports.isNotStreamableJSONFamily = exports.isStreamableJSONFamily = exports.isSupportedRawFormat = exports.encodeJSON = exports.formatQueryParams = exports.formatQuerySettings = exports.recordSpanError = exports.ClickHouseSpanNames = exports.ClickHouseSpanKind = exports.ClickHouseSpanStatusCode = exports.defaultJSONHandling = exports.parseColumnType = exports.SimpleColumnTypes = exports.SettingsMap = exports.isException = exports.isRow = exports.isProgressRow = exports.ClickHouseLogLevel = exports.parseError = exports.ClickHouseError = exports.TupleParam = exports.RecordsJSONFormats = exports.SingleDocumentJSONFormats = exports.StreamableJSONFormats = exports.StreamableFormats = exports.SupportedRawFormats = exports.SupportedJSONFormats = exports.ClickHouseClient = void 0;
	exports.enhanceStackTrace = void 0;
	/** Should be re-exported by the implementation */
	var client_1 = require_client$1();
	/** @deprecated Import `ClickHouseClient` from `@clickhouse/client` instead. In Web projects, use `import type { ClickHouseClient } from '@clickhouse/client-web'`. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "ClickHouseClient", {
		enumerable: true,
		get: function() {
			return client_1.ClickHouseClient;
		}
	});
	var data_formatter_1 = require_data_formatter();
	/** @deprecated Import `SupportedJSONFormats` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "SupportedJSONFormats", {
		enumerable: true,
		get: function() {
			return data_formatter_1.SupportedJSONFormats;
		}
	});
	/** @deprecated Import `SupportedRawFormats` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "SupportedRawFormats", {
		enumerable: true,
		get: function() {
			return data_formatter_1.SupportedRawFormats;
		}
	});
	/** @deprecated Import `StreamableFormats` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "StreamableFormats", {
		enumerable: true,
		get: function() {
			return data_formatter_1.StreamableFormats;
		}
	});
	/** @deprecated Import `StreamableJSONFormats` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "StreamableJSONFormats", {
		enumerable: true,
		get: function() {
			return data_formatter_1.StreamableJSONFormats;
		}
	});
	/** @deprecated Import `SingleDocumentJSONFormats` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "SingleDocumentJSONFormats", {
		enumerable: true,
		get: function() {
			return data_formatter_1.SingleDocumentJSONFormats;
		}
	});
	/** @deprecated Import `RecordsJSONFormats` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "RecordsJSONFormats", {
		enumerable: true,
		get: function() {
			return data_formatter_1.RecordsJSONFormats;
		}
	});
	/** @deprecated Import `TupleParam` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "TupleParam", {
		enumerable: true,
		get: function() {
			return data_formatter_1.TupleParam;
		}
	});
	var error_1 = require_error();
	/** @deprecated Import `ClickHouseError` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "ClickHouseError", {
		enumerable: true,
		get: function() {
			return error_1.ClickHouseError;
		}
	});
	/** @deprecated Import `parseError` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "parseError", {
		enumerable: true,
		get: function() {
			return error_1.parseError;
		}
	});
	var logger_1 = require_logger();
	/** @deprecated Import `ClickHouseLogLevel` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "ClickHouseLogLevel", {
		enumerable: true,
		get: function() {
			return logger_1.ClickHouseLogLevel;
		}
	});
	var clickhouse_types_1 = require_clickhouse_types();
	/** @deprecated Import `isProgressRow` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "isProgressRow", {
		enumerable: true,
		get: function() {
			return clickhouse_types_1.isProgressRow;
		}
	});
	/** @deprecated Import `isRow` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "isRow", {
		enumerable: true,
		get: function() {
			return clickhouse_types_1.isRow;
		}
	});
	/** @deprecated Import `isException` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "isException", {
		enumerable: true,
		get: function() {
			return clickhouse_types_1.isException;
		}
	});
	var settings_1 = require_settings();
	/** @deprecated Import `SettingsMap` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "SettingsMap", {
		enumerable: true,
		get: function() {
			return settings_1.SettingsMap;
		}
	});
	var parse_1 = require_parse();
	/** @deprecated Superseded by the `@clickhouse/datatype-parser` package (`parseDataType` + its `Node` AST); slated for removal in a future major version. (Also: import client APIs from `@clickhouse/client`/`@clickhouse/client-web`, not `@clickhouse/client-common`.) */
	Object.defineProperty(exports, "SimpleColumnTypes", {
		enumerable: true,
		get: function() {
			return parse_1.SimpleColumnTypes;
		}
	});
	/** @deprecated Superseded by the `@clickhouse/datatype-parser` package (`parseDataType` + its `Node` AST); slated for removal in a future major version. (Also: import client APIs from `@clickhouse/client`/`@clickhouse/client-web`, not `@clickhouse/client-common`.) */
	Object.defineProperty(exports, "parseColumnType", {
		enumerable: true,
		get: function() {
			return parse_1.parseColumnType;
		}
	});
	/** @deprecated Import `defaultJSONHandling` from `@clickhouse/client` (Node.js) or `@clickhouse/client-web` (Web) instead. Importing it from `@clickhouse/client-common` is deprecated. */
	Object.defineProperty(exports, "defaultJSONHandling", {
		enumerable: true,
		get: function() {
			return parse_1.defaultJSONHandling;
		}
	});
	var tracing_1 = require_tracing();
	Object.defineProperty(exports, "ClickHouseSpanStatusCode", {
		enumerable: true,
		get: function() {
			return tracing_1.ClickHouseSpanStatusCode;
		}
	});
	Object.defineProperty(exports, "ClickHouseSpanKind", {
		enumerable: true,
		get: function() {
			return tracing_1.ClickHouseSpanKind;
		}
	});
	Object.defineProperty(exports, "ClickHouseSpanNames", {
		enumerable: true,
		get: function() {
			return tracing_1.ClickHouseSpanNames;
		}
	});
	Object.defineProperty(exports, "recordSpanError", {
		enumerable: true,
		get: function() {
			return tracing_1.recordSpanError;
		}
	});
	/** For implementation usage only - should not be re-exported */
	var data_formatter_2 = require_data_formatter();
	Object.defineProperty(exports, "formatQuerySettings", {
		enumerable: true,
		get: function() {
			return data_formatter_2.formatQuerySettings;
		}
	});
	Object.defineProperty(exports, "formatQueryParams", {
		enumerable: true,
		get: function() {
			return data_formatter_2.formatQueryParams;
		}
	});
	Object.defineProperty(exports, "encodeJSON", {
		enumerable: true,
		get: function() {
			return data_formatter_2.encodeJSON;
		}
	});
	Object.defineProperty(exports, "isSupportedRawFormat", {
		enumerable: true,
		get: function() {
			return data_formatter_2.isSupportedRawFormat;
		}
	});
	Object.defineProperty(exports, "isStreamableJSONFamily", {
		enumerable: true,
		get: function() {
			return data_formatter_2.isStreamableJSONFamily;
		}
	});
	Object.defineProperty(exports, "isNotStreamableJSONFamily", {
		enumerable: true,
		get: function() {
			return data_formatter_2.isNotStreamableJSONFamily;
		}
	});
	Object.defineProperty(exports, "validateStreamFormat", {
		enumerable: true,
		get: function() {
			return data_formatter_2.validateStreamFormat;
		}
	});
	var config_1 = require_config$1();
	Object.defineProperty(exports, "booleanConfigURLValue", {
		enumerable: true,
		get: function() {
			return config_1.booleanConfigURLValue;
		}
	});
	Object.defineProperty(exports, "enumConfigURLValue", {
		enumerable: true,
		get: function() {
			return config_1.enumConfigURLValue;
		}
	});
	Object.defineProperty(exports, "getConnectionParams", {
		enumerable: true,
		get: function() {
			return config_1.getConnectionParams;
		}
	});
	Object.defineProperty(exports, "numberConfigURLValue", {
		enumerable: true,
		get: function() {
			return config_1.numberConfigURLValue;
		}
	});
	var utils_1 = require_utils$1();
	Object.defineProperty(exports, "EXCEPTION_TAG_HEADER_NAME", {
		enumerable: true,
		get: function() {
			return utils_1.EXCEPTION_TAG_HEADER_NAME;
		}
	});
	Object.defineProperty(exports, "isSuccessfulResponse", {
		enumerable: true,
		get: function() {
			return utils_1.isSuccessfulResponse;
		}
	});
	Object.defineProperty(exports, "sleep", {
		enumerable: true,
		get: function() {
			return utils_1.sleep;
		}
	});
	Object.defineProperty(exports, "buildMultipartBody", {
		enumerable: true,
		get: function() {
			return utils_1.buildMultipartBody;
		}
	});
	Object.defineProperty(exports, "MAX_URL_BIND_PARAM_LENGTH", {
		enumerable: true,
		get: function() {
			return utils_1.MAX_URL_BIND_PARAM_LENGTH;
		}
	});
	Object.defineProperty(exports, "serializeQueryParamsForUrl", {
		enumerable: true,
		get: function() {
			return utils_1.serializeQueryParamsForUrl;
		}
	});
	Object.defineProperty(exports, "toSearchParams", {
		enumerable: true,
		get: function() {
			return utils_1.toSearchParams;
		}
	});
	Object.defineProperty(exports, "transformUrl", {
		enumerable: true,
		get: function() {
			return utils_1.transformUrl;
		}
	});
	Object.defineProperty(exports, "withCompressionHeaders", {
		enumerable: true,
		get: function() {
			return utils_1.withCompressionHeaders;
		}
	});
	Object.defineProperty(exports, "withHttpSettings", {
		enumerable: true,
		get: function() {
			return utils_1.withHttpSettings;
		}
	});
	Object.defineProperty(exports, "isCredentialsAuth", {
		enumerable: true,
		get: function() {
			return utils_1.isCredentialsAuth;
		}
	});
	Object.defineProperty(exports, "isJWTAuth", {
		enumerable: true,
		get: function() {
			return utils_1.isJWTAuth;
		}
	});
	Object.defineProperty(exports, "extractErrorAtTheEndOfChunk", {
		enumerable: true,
		get: function() {
			return utils_1.extractErrorAtTheEndOfChunk;
		}
	});
	Object.defineProperty(exports, "CARET_RETURN", {
		enumerable: true,
		get: function() {
			return utils_1.CARET_RETURN;
		}
	});
	var logger_2 = require_logger();
	Object.defineProperty(exports, "LogWriter", {
		enumerable: true,
		get: function() {
			return logger_2.LogWriter;
		}
	});
	Object.defineProperty(exports, "DefaultLogger", {
		enumerable: true,
		get: function() {
			return logger_2.DefaultLogger;
		}
	});
	var error_2 = require_error();
	Object.defineProperty(exports, "getCurrentStackTrace", {
		enumerable: true,
		get: function() {
			return error_2.getCurrentStackTrace;
		}
	});
	Object.defineProperty(exports, "enhanceStackTrace", {
		enumerable: true,
		get: function() {
			return error_2.enhanceStackTrace;
		}
	});
}));
// node_modules/@clickhouse/client/dist/utils/stream.js
var require_stream$1 = /* @__PURE__ */ __commonJSMin(((exports, module, this$13) => {
	var __importDefault = this$13 && this$13.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.isStream = isStream;
	exports.getAsText = getAsText;
	exports.mapStream = mapStream;
	const stream_1 = __importDefault(__require("stream"));
	const { MAX_STRING_LENGTH } = __require("buffer").constants;
	function isStream(obj) {
		return typeof obj === "object" && obj !== null && "pipe" in obj && typeof obj.pipe === "function" && "on" in obj && typeof obj.on === "function";
	}
	async function getAsText(stream) {
		try {
			let text = "";
			const textDecoder = new TextDecoder();
			for await (const chunk of stream) text += textDecoder.decode(chunk, { stream: true });
			text += textDecoder.decode();
			return text;
		} catch (err) {
			if (err instanceof RangeError && (err.message.includes("Invalid string length") || err.message.includes("Out of memory"))) throw new Error(`The response length exceeds the maximum allowed size of a string: ${MAX_STRING_LENGTH} characters.`, { cause: err });
			throw err;
		}
	}
	function mapStream(mapper) {
		return new stream_1.default.Transform({
			objectMode: true,
			transform(chunk, encoding, callback) {
				callback(null, mapper(chunk));
			}
		});
	}
}));
// node_modules/@clickhouse/client/dist/utils/encoder.js
var require_encoder = /* @__PURE__ */ __commonJSMin(((exports, module, this$12) => {
	var __importDefault = this$12 && this$12.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NodeValuesEncoder = void 0;
	const index_1 = require_common();
	const stream_1 = __importDefault(__require("stream"));
	const stream_2 = require_stream$1();
	var NodeValuesEncoder = class {
		json;
		constructor(customJSONConfig) {
			this.json = customJSONConfig;
		}
		encodeValues(values, format) {
			if ((0, stream_2.isStream)(values)) {
				if (!values.readableObjectMode) return values;
				return stream_1.default.pipeline(values, (0, stream_2.mapStream)((value) => (0, index_1.encodeJSON)(value, format, this.json.stringify)), pipelineCb);
			}
			if (Array.isArray(values)) return values.map((value) => (0, index_1.encodeJSON)(value, format, this.json.stringify)).join("");
			if (typeof values === "object") return (0, index_1.encodeJSON)(values, format, this.json.stringify);
			throw new Error(`Cannot encode values of type ${typeof values} with ${format} format`);
		}
		validateInsertValues(values, format) {
			if (!Array.isArray(values) && !(0, stream_2.isStream)(values) && typeof values !== "object") throw new Error(`Insert expected "values" to be an array, a stream of values or a JSON object, got: ${typeof values}`);
			if ((0, stream_2.isStream)(values)) {
				if ((0, index_1.isSupportedRawFormat)(format)) {
					if (values.readableObjectMode) throw new Error(`Insert for ${format} expected Readable Stream with disabled object mode.`);
				} else if (!values.readableObjectMode) throw new Error(`Insert for ${format} expected Readable Stream with enabled object mode.`);
			}
		}
	};
	exports.NodeValuesEncoder = NodeValuesEncoder;
	function pipelineCb(err) {
		if (err) console.error(err);
	}
}));
// node_modules/@clickhouse/client/dist/utils/process.js
var require_process = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.getProcessVersion = getProcessVersion;
	function getProcessVersion() {
		return process.version;
	}
}));
// node_modules/@clickhouse/client/dist/version.js
var require_version = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.default = "1.23.1";
}));
// node_modules/@clickhouse/client/dist/utils/runtime.js
var require_runtime = /* @__PURE__ */ __commonJSMin(((exports, module, this$11) => {
	var __createBinding = this$11 && this$11.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$11 && this$11.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$11 && this$11.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	var __importDefault = this$11 && this$11.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Runtime = void 0;
	const os = __importStar(__require("node:os"));
	const version_1 = __importDefault(require_version());
	/** Indirect export of package version and node version for easier mocking since Node.js 22.18 */
	var Runtime = class {
		static package = version_1.default;
		static node = process.version;
		static os = os.platform();
	};
	exports.Runtime = Runtime;
}));
// node_modules/@clickhouse/client/dist/utils/user_agent.js
var require_user_agent = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.getUserAgent = getUserAgent;
	const runtime_1 = require_runtime();
	/**
	* Generate a user agent string like
	* ```
	* clickhouse-js/0.0.11 (lv:nodejs/19.0.4; os:linux)
	* ```
	* or
	* ```
	* MyApplicationName clickhouse-js/0.0.11 (lv:nodejs/19.0.4; os:linux)
	* ```
	*/
	function getUserAgent(application_id) {
		const defaultUserAgent = `clickhouse-js/${runtime_1.Runtime.package} (lv:nodejs/${runtime_1.Runtime.node}; os:${runtime_1.Runtime.os})`;
		return application_id ? `${application_id} ${defaultUserAgent}` : defaultUserAgent;
	}
}));
// node_modules/@clickhouse/client/dist/utils/index.js
var require_utils = /* @__PURE__ */ __commonJSMin(((exports, module, this$10) => {
	var __createBinding = this$10 && this$10.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$10 && this$10.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_stream$1(), exports);
	__exportStar(require_encoder(), exports);
	__exportStar(require_process(), exports);
	__exportStar(require_user_agent(), exports);
}));
// node_modules/@clickhouse/client/dist/connection/stream.js
var require_stream = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.drainStream = drainStream;
	exports.drainStreamInternal = drainStreamInternal;
	const index_1 = require_common();
	/** Drains the response stream, as calling `destroy` on a {@link Stream.Readable} response stream
	*  will result in closing the underlying socket, and negate the KeepAlive feature benefits.
	*  See https://github.com/ClickHouse/clickhouse-js/pull/203
	*  @deprecated This method is not intended to be used outside of the client implementation anymore. Use `client.command()` instead, which will handle draining the stream internally when needed.
	* */
	async function drainStream(stream) {
		return new Promise((resolve, reject) => {
			if (stream.errored) {
				reject(stream.errored);
				return;
			}
			if (stream.readableEnded) {
				resolve();
				return;
			}
			if (stream.closed) {
				resolve();
				return;
			}
			function dropData() {}
			function onEnd() {
				removeListeners();
				resolve();
			}
			function onError(err) {
				removeListeners();
				reject(err);
			}
			function onClose() {
				removeListeners();
				resolve();
			}
			function removeListeners() {
				stream.removeListener("data", dropData);
				stream.removeListener("end", onEnd);
				stream.removeListener("error", onError);
				stream.removeListener("close", onClose);
			}
			stream.on("data", dropData);
			stream.on("end", onEnd);
			stream.on("error", onError);
			stream.on("close", onClose);
		});
	}
	/** Drains the response stream, as calling `destroy` on a {@link Stream.Readable} response stream
	*  will result in closing the underlying socket, and negate the KeepAlive feature benefits.
	* Also, provides additional internal logging for debugging stream issues. Not intended to be used outside of the client implementation.
	*  See https://github.com/ClickHouse/clickhouse-js/pull/203 */
	async function drainStreamInternal(ctx, stream) {
		return new Promise((resolve, reject) => {
			const startTime = Date.now();
			let bytesReceived = 0;
			let chunkCount = 0;
			if (ctx.log_level <= index_1.ClickHouseLogLevel.TRACE) ctx.log_writer.trace({
				message: `${ctx.op}: starting stream drain`,
				args: {
					query_id: ctx.query_id,
					stream_state: {
						readable: stream.readable,
						readableEnded: stream.readableEnded,
						readableLength: stream.readableLength
					}
				}
			});
			if (stream.errored) {
				if (ctx.log_level <= index_1.ClickHouseLogLevel.TRACE) ctx.log_writer.trace({
					message: `${ctx.op}: stream already errored before drain`,
					args: {
						query_id: ctx.query_id,
						chunk_number: chunkCount,
						total_bytes_received: bytesReceived
					}
				});
				reject(stream.errored);
				return;
			}
			if (stream.readableEnded) {
				if (ctx.log_level <= index_1.ClickHouseLogLevel.TRACE) ctx.log_writer.trace({
					message: `${ctx.op}: stream already ended before drain`,
					args: {
						query_id: ctx.query_id,
						chunk_number: chunkCount,
						total_bytes_received: bytesReceived
					}
				});
				resolve();
				return;
			}
			if (stream.closed) {
				if (ctx.log_level <= index_1.ClickHouseLogLevel.TRACE) ctx.log_writer.trace({
					message: `${ctx.op}: stream already closed before drain`,
					args: {
						query_id: ctx.query_id,
						chunk_number: chunkCount,
						total_bytes_received: bytesReceived
					}
				});
				resolve();
				return;
			}
			function dropData(chunk) {
				if (ctx.log_level <= index_1.ClickHouseLogLevel.TRACE) {
					chunkCount++;
					const chunk_size = Buffer.byteLength(chunk);
					bytesReceived += chunk_size;
					ctx.log_writer.trace({
						message: `${ctx.op}: received data chunk during drain`,
						args: {
							query_id: ctx.query_id,
							chunk_number: chunkCount,
							chunk_size,
							total_bytes_received: bytesReceived
						}
					});
				}
			}
			function onEnd() {
				removeListeners();
				if (ctx.log_level <= index_1.ClickHouseLogLevel.TRACE) {
					const duration = Date.now() - startTime;
					ctx.log_writer.trace({
						message: `${ctx.op}: stream drain completed (end event)`,
						args: {
							query_id: ctx.query_id,
							duration_ms: duration,
							total_bytes_received: bytesReceived,
							total_chunks: chunkCount
						}
					});
				}
				resolve();
			}
			function onError(err) {
				removeListeners();
				if (ctx.log_level <= index_1.ClickHouseLogLevel.TRACE) {
					const duration = Date.now() - startTime;
					ctx.log_writer.trace({
						message: `${ctx.op}: stream drain failed (error event)`,
						args: {
							query_id: ctx.query_id,
							duration_ms: duration,
							total_bytes_received: bytesReceived,
							total_chunks: chunkCount,
							error: err.message
						}
					});
				}
				reject(err);
			}
			function onClose() {
				removeListeners();
				if (ctx.log_level <= index_1.ClickHouseLogLevel.TRACE) {
					const duration = Date.now() - startTime;
					ctx.log_writer.trace({
						message: `${ctx.op}: stream closed during drain (close event)`,
						args: {
							query_id: ctx.query_id,
							duration_ms: duration,
							total_bytes_received: bytesReceived,
							total_chunks: chunkCount
						}
					});
				}
				resolve();
			}
			function removeListeners() {
				stream.removeListener("data", dropData);
				stream.removeListener("end", onEnd);
				stream.removeListener("error", onError);
				stream.removeListener("close", onClose);
			}
			stream.on("data", dropData);
			stream.on("end", onEnd);
			stream.on("error", onError);
			stream.on("close", onClose);
		});
	}
}));
// node_modules/@clickhouse/client/dist/connection/compression.js
var require_compression = /* @__PURE__ */ __commonJSMin(((exports, module, this$9) => {
	var __importDefault = this$9 && this$9.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.decompressResponse = decompressResponse;
	exports.isDecompressionError = isDecompressionError;
	exports.createRequestCompressor = createRequestCompressor;
	const index_1 = require_common();
	const stream_1 = __importDefault(__require("stream"));
	const zlib_1 = __importDefault(__require("zlib"));
	function decompressResponse(response, log_writer, log_level) {
		const encoding = response.headers["content-encoding"];
		if (encoding === void 0) return { response };
		if (encoding === "gzip") return { response: stream_1.default.pipeline(response, zlib_1.default.createGunzip(), function pipelineCb(err) {
			if (err && log_level <= index_1.ClickHouseLogLevel.ERROR) log_writer.error({
				message: "An error occurred while decompressing the response",
				err
			});
		}) };
		if (encoding === "zstd") {
			if (typeof zlib_1.default.createZstdDecompress !== "function") return { error: /* @__PURE__ */ new Error("Received a zstd-compressed response, but this Node.js runtime (v" + process.versions.node + ") does not support zstd decompression: the built-in zlib module does not provide the zstd APIs (added in Node.js 22.15.0). Use gzip compression instead, or upgrade Node.js.") };
			return { response: stream_1.default.pipeline(response, zlib_1.default.createZstdDecompress(), function pipelineCb(err) {
				if (err && log_level <= index_1.ClickHouseLogLevel.ERROR) log_writer.error({
					message: "An error occurred while decompressing the response",
					err
				});
			}) };
		}
		if (encoding === "br") return { response: stream_1.default.pipeline(response, zlib_1.default.createBrotliDecompress(), function pipelineCb(err) {
			if (err && log_level <= index_1.ClickHouseLogLevel.ERROR) log_writer.error({
				message: "An error occurred while decompressing the response",
				err
			});
		}) };
		return { error: /* @__PURE__ */ new Error(`Unexpected encoding: ${encoding}`) };
	}
	function isDecompressionError(result) {
		return result.error !== void 0;
	}
	/** Returns the request-body compressor for the given config. Each codec carries
	*  its own optional tuning option - a `level` for gzip/zstd, a `quality` for
	*  Brotli; when omitted, the codec default is used (Brotli defaults to quality 4
	*  rather than zlib's slow default of 11, which is impractical for a streaming
	*  insert body). The exhaustive switch fails the build if a codec is added to
	*  {@link RequestCompression} without a corresponding case here. */
	function createRequestCompressor(compression) {
		switch (compression.codec) {
			case "gzip": return zlib_1.default.createGzip(compression.level !== void 0 ? { level: compression.level } : void 0);
			case "zstd": return zlib_1.default.createZstdCompress(compression.level !== void 0 ? { params: { [zlib_1.default.constants.ZSTD_c_compressionLevel]: compression.level } } : void 0);
			case "br": return zlib_1.default.createBrotliCompress({ params: { [zlib_1.default.constants.BROTLI_PARAM_QUALITY]: compression.quality ?? 4 } });
			default: throw new Error(`Unsupported request compression codec: ${String(compression.codec)}`);
		}
	}
}));
// node_modules/@clickhouse/client/dist/connection/socket_pool.js
var require_socket_pool = /* @__PURE__ */ __commonJSMin(((exports, module, this$8) => {
	var __importDefault = this$8 && this$8.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SocketPool = void 0;
	const http_1 = __importDefault(__require("http"));
	const stream_1 = __importDefault(__require("stream"));
	const index_1 = require_common();
	const utils_1 = require_utils();
	const compression_1 = require_compression();
	var SocketPool = class {
		jsonHandling;
		knownSockets = /* @__PURE__ */ new WeakMap();
		requestCounter = 0;
		getNewRequestId() {
			this.requestCounter += 1;
			return `${this.connectionId}:${this.requestCounter}`;
		}
		socketCounter = 0;
		getNewSocketId() {
			this.socketCounter += 1;
			return `${this.connectionId}:${this.socketCounter}`;
		}
		connectionId;
		params;
		createClientRequest;
		agent;
		constructor(connectionId, params, createClientRequest, agent) {
			this.connectionId = connectionId;
			this.params = params;
			this.createClientRequest = createClientRequest;
			this.agent = agent;
			this.jsonHandling = params.json ?? {
				parse: JSON.parse,
				stringify: JSON.stringify
			};
		}
		async request(params, op) {
			await (0, index_1.sleep)(0);
			const { log_writer, query_id, log_level } = params;
			const currentStackTrace = this.params.capture_enhanced_stack_trace ? (0, index_1.getCurrentStackTrace)() : void 0;
			const requestTimeout = this.params.request_timeout;
			if (this.params.eagerly_destroy_stale_sockets && this.params.keep_alive.enabled && this.params.keep_alive.idle_socket_ttl > 0) {
				if (this.agent instanceof http_1.default.Agent) for (const host of Object.keys(this.agent.freeSockets)) {
					const byHostSockets = this.agent.freeSockets[host];
					if (byHostSockets) for (const socket of [...byHostSockets]) {
						const socketInfo = this.knownSockets.get(socket);
						if (socketInfo) {
							const freedAt = socketInfo.freed_at_timestamp_ms;
							if (freedAt) {
								const socketAge = Date.now() - freedAt;
								if (socketAge >= this.params.keep_alive.idle_socket_ttl) {
									if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
										message: `${op}: socket TTL expired based on timestamp, destroying socket`,
										args: {
											operation: op,
											connection_id: this.connectionId,
											query_id,
											socket_id: socketInfo.id,
											socket_age_ms: socketAge,
											idle_socket_ttl_ms: this.params.keep_alive.idle_socket_ttl
										}
									});
									clearTimeout(socketInfo.idle_timeout_handle);
									this.knownSockets.delete(socket);
									socket.destroy();
								}
							}
						}
					}
				}
			}
			const start = Date.now();
			const request = this.createClientRequest(params);
			const request_id = this.getNewRequestId();
			return new Promise((resolve, reject) => {
				const onError = (e) => {
					removeRequestListeners();
					if (e instanceof Error) {
						if (log_level <= index_1.ClickHouseLogLevel.TRACE) {
							if (e.code === "ECONNRESET") log_writer.trace({
								message: `${op}: connection reset by peer`,
								args: {
									operation: op,
									connection_id: this.connectionId,
									query_id,
									request_id
								},
								module: "HTTP Adapter"
							});
						}
						if (log_level <= index_1.ClickHouseLogLevel.WARN) {
							if (this.params.keep_alive.enabled) {
								if (e.code === "ECONNRESET") {
									const socket = request.socket;
									if (socket) {
										const socketInfo = this.knownSockets.get(socket);
										if (socketInfo) {
											const serverTimeoutMs = socketInfo.server_keep_alive_timeout_ms;
											if (serverTimeoutMs !== void 0) {
												if (this.params.keep_alive.idle_socket_ttl > serverTimeoutMs) log_writer.warn({
													message: `${op}: idle socket TTL is greater than server keep-alive timeout, try setting idle socket TTL to a value lower than the server keep-alive timeout to prevent unexpected connection resets, see https://github.com/ClickHouse/clickhouse-js/blob/main/docs/howto/keep_alive_timeout.md for more details.`,
													args: {
														operation: op,
														connection_id: this.connectionId,
														query_id,
														request_id,
														socket_id: socketInfo.id,
														server_keep_alive_timeout_ms: serverTimeoutMs,
														idle_socket_ttl: this.params.keep_alive.idle_socket_ttl
													},
													module: "HTTP Adapter"
												});
											}
										}
									}
								}
							}
						}
						reject((0, index_1.enhanceStackTrace)(e, currentStackTrace));
					} else reject(e);
				};
				let responseStream;
				const onResponse = async (_response) => {
					if (this.params.log_level <= index_1.ClickHouseLogLevel.DEBUG) {
						const duration = Date.now() - start;
						this.params.log_writer.debug({
							module: "HTTP Adapter",
							message: `${op}: got a response from ClickHouse`,
							args: {
								operation: op,
								connection_id: this.connectionId,
								query_id,
								request_id,
								request_method: params.method,
								request_path: params.url.pathname,
								response_status: _response.statusCode,
								response_time_ms: duration
							}
						});
					}
					if (this.params.keep_alive.enabled) {
						const keepAliveHeader = _response.headers["keep-alive"];
						if (keepAliveHeader) {
							const [, timeout] = /timeout=(\d+)/i.exec(String(keepAliveHeader)) ?? [];
							if (timeout) {
								const socketInfo = this.knownSockets.get(_response.socket);
								if (socketInfo) {
									const timeoutMs = Number(timeout) * 1e3;
									socketInfo.server_keep_alive_timeout_ms = timeoutMs;
									if (log_level <= index_1.ClickHouseLogLevel.TRACE) this.params.log_writer.trace({
										module: "HTTP Adapter",
										message: `${op}: updated server sent socket keep-alive timeout`,
										args: {
											operation: op,
											connection_id: this.connectionId,
											query_id,
											request_id,
											socket_id: socketInfo.id,
											server_keep_alive_timeout_ms: timeoutMs
										}
									});
								}
							}
						}
					}
					const tryDecompressResponseStream = params.try_decompress_response_stream ?? true;
					const ignoreErrorResponse = params.ignore_error_response ?? false;
					const isFailedResponse = !(0, index_1.isSuccessfulResponse)(_response.statusCode) || _response.headers["x-clickhouse-exception-code"] !== void 0;
					if (tryDecompressResponseStream || isFailedResponse && !ignoreErrorResponse) {
						const decompressionResult = (0, compression_1.decompressResponse)(_response, log_writer, log_level);
						if ((0, compression_1.isDecompressionError)(decompressionResult)) return reject((0, index_1.enhanceStackTrace)(decompressionResult.error, currentStackTrace));
						responseStream = decompressionResult.response;
					} else responseStream = _response;
					if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
						message: `${op}: response stream created`,
						args: {
							operation: op,
							connection_id: this.connectionId,
							query_id,
							request_id,
							stream_state: {
								readable: responseStream.readable,
								readableEnded: responseStream.readableEnded,
								readableLength: responseStream.readableLength
							},
							is_failed_response: isFailedResponse,
							will_decompress: tryDecompressResponseStream
						}
					});
					if (isFailedResponse && !ignoreErrorResponse) try {
						const errorMessage = await (0, utils_1.getAsText)(responseStream);
						reject((0, index_1.enhanceStackTrace)((0, index_1.parseError)(errorMessage), currentStackTrace));
					} catch (e) {
						reject((0, index_1.enhanceStackTrace)(e, currentStackTrace));
					}
					else return resolve({
						stream: responseStream,
						summary: params.parse_summary ? this.parseSummary(op, _response) : void 0,
						response_headers: { ..._response.headers },
						http_status_code: _response.statusCode ?? void 0
					});
				};
				function onAbort() {
					removeRequestListeners();
					request.once("error", function() {
						/**
						* catch "Error: ECONNRESET" error which shouldn't be reported to users.
						* see the full sequence of events https://nodejs.org/api/http.html#httprequesturl-options-callback
						* */
					});
					reject((0, index_1.enhanceStackTrace)(/* @__PURE__ */ new Error("The user aborted a request."), currentStackTrace));
				}
				function onClose() {
					removeRequestListeners();
				}
				function pipeStream() {
					if (request.writableEnded) return;
					const bodyStream = (0, utils_1.isStream)(params.body) ? params.body : stream_1.default.Readable.from([params.body]);
					const callback = (e) => {
						if (e) {
							removeRequestListeners();
							reject((0, index_1.enhanceStackTrace)(e, currentStackTrace));
						}
					};
					if (params.request_compression) {
						const compressor = (0, compression_1.createRequestCompressor)(params.request_compression);
						stream_1.default.pipeline(bodyStream, compressor, request, callback);
					} else stream_1.default.pipeline(bodyStream, request, callback);
				}
				const onSocket = (socket) => {
					try {
						if (this.params.keep_alive.enabled && this.params.keep_alive.idle_socket_ttl > 0) {
							const socketInfo = this.knownSockets.get(socket);
							if (socketInfo === void 0) {
								const socket_id = this.getNewSocketId();
								if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
									message: `${op}: using a fresh socket, setting up a new 'free' listener`,
									args: {
										operation: op,
										connection_id: this.connectionId,
										query_id,
										request_id,
										socket_id
									}
								});
								const newSocketInfo = {
									id: socket_id,
									idle_timeout_handle: void 0,
									usage_count: 1
								};
								this.knownSockets.set(socket, newSocketInfo);
								socket.on("free", () => {
									if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
										message: `${op}: socket was released`,
										args: {
											operation: op,
											connection_id: this.connectionId,
											query_id,
											request_id,
											socket_id
										}
									});
									const freed_at_timestamp_ms = Date.now();
									newSocketInfo.freed_at_timestamp_ms = freed_at_timestamp_ms;
									const idleTimeoutHandle = setTimeout(() => {
										const freedAfter = Date.now() - freed_at_timestamp_ms;
										if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
											message: `${op}: removing idle socket`,
											args: {
												operation: op,
												connection_id: this.connectionId,
												query_id,
												request_id,
												socket_id,
												idle_socket_ttl_ms: this.params.keep_alive.idle_socket_ttl,
												freed_after_ms: freedAfter
											}
										});
										this.knownSockets.delete(socket);
										socket.destroy();
									}, this.params.keep_alive.idle_socket_ttl).unref();
									newSocketInfo.idle_timeout_handle = idleTimeoutHandle;
								});
								const cleanup = (eventName) => () => {
									const maybeSocketInfo = this.knownSockets.get(socket);
									if (maybeSocketInfo?.idle_timeout_handle) clearTimeout(maybeSocketInfo.idle_timeout_handle);
									if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
										message: `${op}: received '${eventName}' event, 'free' listener removed`,
										args: {
											operation: op,
											connection_id: this.connectionId,
											query_id,
											request_id,
											socket_id,
											event: eventName
										}
									});
									if (log_level <= index_1.ClickHouseLogLevel.WARN) {
										if (responseStream && !responseStream.readableEnded) log_writer.warn({
											message: `${op}: socket was closed or ended before the response was fully read. This can potentially result in an uncaught ECONNRESET error! Consider fully consuming, draining, or destroying the response stream.`,
											args: {
												operation: op,
												connection_id: this.connectionId,
												query_id,
												request_id,
												socket_id,
												event: eventName
											}
										});
									}
								};
								socket.once("end", cleanup("end"));
								socket.once("close", cleanup("close"));
							} else {
								const freedAt = socketInfo.freed_at_timestamp_ms;
								if (freedAt) {
									const socketAge = Date.now() - freedAt;
									if (socketAge - this.params.keep_alive.idle_socket_ttl > 1e3) {
										if (log_level <= index_1.ClickHouseLogLevel.WARN) log_writer.warn({
											message: `${op}: reusing socket with TTL expired based on timestamp; this may indicate a starved Node.js process or delayed event loop; set keep_alive.eagerly_destroy_stale_sockets=true to mitigate, see more details at https://github.com/ClickHouse/clickhouse-js/blob/main/docs/howto/keep_alive_timeout.md`,
											args: {
												operation: op,
												connection_id: this.connectionId,
												query_id,
												socket_id: socketInfo.id,
												socket_age_ms: socketAge,
												idle_socket_ttl_ms: this.params.keep_alive.idle_socket_ttl
											}
										});
									}
								}
								clearTimeout(socketInfo.idle_timeout_handle);
								socketInfo.idle_timeout_handle = void 0;
								if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
									message: `${op}: reusing socket`,
									args: {
										operation: op,
										connection_id: this.connectionId,
										query_id,
										request_id,
										socket_id: socketInfo.id,
										usage_count: socketInfo.usage_count
									}
								});
								socketInfo.usage_count++;
							}
						}
					} catch (e) {
						if (log_level <= index_1.ClickHouseLogLevel.ERROR) log_writer.error({
							message: `${op}: an error occurred while housekeeping the idle sockets`,
							err: e,
							args: {
								operation: op,
								connection_id: this.connectionId,
								query_id,
								request_id
							}
						});
					}
					pipeStream();
					if (log_level <= index_1.ClickHouseLogLevel.TRACE) {
						const socketInfo = this.knownSockets.get(socket);
						if (socketInfo) log_writer.trace({
							message: `${op}: setting up request timeout`,
							args: {
								operation: op,
								connection_id: this.connectionId,
								query_id,
								request_id,
								socket_id: socketInfo.id,
								timeout_ms: requestTimeout
							}
						});
						else log_writer.trace({
							message: `${op}: setting up request timeout on a socket`,
							args: {
								operation: op,
								connection_id: this.connectionId,
								query_id,
								request_id,
								timeout_ms: requestTimeout
							}
						});
					}
					socket.setTimeout(this.params.request_timeout, onTimeout);
				};
				const onTimeout = () => {
					removeRequestListeners();
					if (log_level <= index_1.ClickHouseLogLevel.TRACE) {
						const socket = request.socket;
						const maybeSocketInfo = socket ? this.knownSockets.get(socket) : void 0;
						const socketState = request.socket ? {
							connecting: request.socket.connecting,
							pending: request.socket.pending,
							destroyed: request.socket.destroyed,
							readyState: request.socket.readyState
						} : void 0;
						const responseStreamState = responseStream ? {
							readable: responseStream.readable,
							readableEnded: responseStream.readableEnded,
							readableLength: responseStream.readableLength
						} : void 0;
						log_writer.trace({
							message: `${op}: timeout occurred`,
							args: {
								operation: op,
								connection_id: this.connectionId,
								query_id,
								request_id,
								socket_id: maybeSocketInfo?.id,
								timeout_ms: requestTimeout,
								socket_state: socketState,
								response_stream_state: responseStreamState,
								has_response_stream: responseStream !== void 0
							}
						});
					}
					const err = (0, index_1.enhanceStackTrace)(/* @__PURE__ */ new Error("Timeout error."), currentStackTrace);
					try {
						request.destroy();
					} catch (e) {
						if (log_level <= index_1.ClickHouseLogLevel.ERROR) log_writer.error({
							message: `${op}: An error occurred while destroying the request`,
							err: e,
							args: {
								operation: op,
								connection_id: this.connectionId,
								query_id,
								request_id
							}
						});
					}
					reject(err);
				};
				function removeRequestListeners() {
					if (request.socket) {
						request.socket.setTimeout(0);
						request.socket.removeListener("timeout", onTimeout);
					}
					request.removeListener("socket", onSocket);
					request.removeListener("response", onResponse);
					request.removeListener("error", onError);
					request.removeListener("close", onClose);
					if (params.abort_signal) request.removeListener("abort", onAbort);
				}
				request.on("socket", onSocket);
				request.on("response", onResponse);
				request.on("error", onError);
				request.on("close", onClose);
				if (params.abort_signal) params.abort_signal.addEventListener("abort", onAbort, { once: true });
				if (!params.body) try {
					return request.end();
				} catch (e) {
					if (log_level <= index_1.ClickHouseLogLevel.ERROR) log_writer.error({
						message: `${op}: an error occurred while ending the request without body`,
						err: e,
						args: {
							operation: op,
							connection_id: this.connectionId,
							query_id,
							request_id
						}
					});
				}
			});
		}
		parseSummary(op, response) {
			const summaryHeader = response.headers["x-clickhouse-summary"];
			if (typeof summaryHeader === "string") try {
				return this.jsonHandling.parse(summaryHeader);
			} catch (err) {
				if (this.params.log_level <= index_1.ClickHouseLogLevel.ERROR) this.params.log_writer.error({
					message: `${op}: failed to parse X-ClickHouse-Summary header.`,
					args: {
						operation: op,
						connection_id: this.connectionId,
						"X-ClickHouse-Summary": summaryHeader
					},
					err
				});
			}
		}
	};
	exports.SocketPool = SocketPool;
}));
// node_modules/@clickhouse/client/dist/connection/node_base_connection.js
var require_node_base_connection = /* @__PURE__ */ __commonJSMin(((exports, module, this$7) => {
	var __importDefault = this$7 && this$7.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NodeBaseConnection = void 0;
	const index_1 = require_common();
	const crypto_1 = __importDefault(__require("crypto"));
	const utils_1 = require_utils();
	const stream_1 = require_stream();
	const socket_pool_1 = require_socket_pool();
	var NodeBaseConnection = class {
		defaultAuthHeader;
		defaultHeaders;
		connectionId = crypto_1.default.randomUUID();
		socketPool;
		params;
		agent;
		constructor(params, agent) {
			this.params = params;
			this.agent = agent;
			this.socketPool = new socket_pool_1.SocketPool(this.connectionId, this.params, this.createClientRequest.bind(this), this.agent);
			if (params.auth.type === "Credentials") this.defaultAuthHeader = `Basic ${Buffer.from(`${params.auth.username}:${params.auth.password}`).toString("base64")}`;
			else if (params.auth.type === "JWT") this.defaultAuthHeader = `Bearer ${params.auth.access_token}`;
			else throw new Error(`Unknown auth type: ${params.auth.type}`);
			this.defaultHeaders = {
				Connection: this.params.keep_alive.enabled ? "keep-alive" : "close",
				"User-Agent": (0, utils_1.getUserAgent)(this.params.application_id)
			};
		}
		async ping(params) {
			const { log_writer, log_level } = this.params;
			const query_id = this.getQueryId(params.query_id);
			const { controller, controllerCleanup } = this.getAbortController(params);
			try {
				let result;
				if (params.select) {
					const searchParams = (0, index_1.toSearchParams)({
						database: void 0,
						query: PingQuery,
						query_id
					});
					result = await this.request({
						query: PingQuery,
						method: "GET",
						url: (0, index_1.transformUrl)({
							url: this.params.url,
							searchParams
						}),
						abort_signal: controller.signal,
						headers: this.buildRequestHeaders(),
						query_id,
						log_writer,
						log_level
					}, "Ping");
				} else result = await this.request({
					query: "ping",
					method: "GET",
					url: (0, index_1.transformUrl)({
						url: this.params.url,
						pathname: "/ping"
					}),
					abort_signal: controller.signal,
					headers: this.buildRequestHeaders(),
					query_id,
					log_writer,
					log_level
				}, "Ping");
				await (0, stream_1.drainStreamInternal)({
					op: "Ping",
					log_writer,
					query_id,
					log_level
				}, result.stream);
				return { success: true };
			} catch (error) {
				controller.abort("Ping failed");
				if (log_level <= index_1.ClickHouseLogLevel.WARN) log_writer.warn({
					message: this.httpRequestErrorMessage("Ping"),
					err: error,
					args: {
						connection_id: this.connectionId,
						query_id
					}
				});
				return {
					success: false,
					error
				};
			} finally {
				controllerCleanup();
			}
		}
		async query(params) {
			const { log_writer, log_level } = this.params;
			const query_id = this.getQueryId(params.query_id);
			const clickhouse_settings = (0, index_1.withHttpSettings)(params.clickhouse_settings, this.params.compression.decompress_response);
			const queryParams = params.query_params;
			const hasQueryParams = queryParams !== void 0 && Object.keys(queryParams).length > 0;
			let useMultipart = hasQueryParams && (params.use_multipart_params ?? this.params.use_multipart_params);
			let urlParamEntries;
			if (hasQueryParams && !useMultipart && (params.use_multipart_params_auto ?? this.params.use_multipart_params_auto)) {
				const entries = (0, index_1.serializeQueryParamsForUrl)(queryParams);
				if (entries === null) useMultipart = true;
				else urlParamEntries = entries;
			}
			const searchParams = (0, index_1.toSearchParams)({
				database: this.params.database,
				query_params: useMultipart ? void 0 : params.query_params,
				param_entries: urlParamEntries,
				session_id: params.session_id,
				clickhouse_settings,
				query_id,
				role: params.role
			});
			const { controller, controllerCleanup } = this.getAbortController(params);
			const responseCompressionCodec = clickhouse_settings.enable_http_compression === 1 ? this.params.compression.decompress_response?.codec ?? "gzip" : void 0;
			let body = params.query;
			const headers = this.buildRequestHeaders(params);
			if (useMultipart && params.query_params !== void 0) {
				const boundary = `----clickhouse-js-${crypto_1.default.randomUUID()}`;
				const parts = { query: params.query };
				for (const [key, value] of Object.entries(params.query_params)) parts[`param_${key}`] = (0, index_1.formatQueryParams)({ value });
				body = (0, index_1.buildMultipartBody)(parts, boundary);
				headers["Content-Type"] = `multipart/form-data; boundary=${boundary}`;
			}
			try {
				const { response_headers, stream, http_status_code } = await this.request({
					method: "POST",
					url: (0, index_1.transformUrl)({
						url: this.params.url,
						searchParams
					}),
					body,
					abort_signal: controller.signal,
					response_compression_codec: responseCompressionCodec,
					headers,
					query: params.query,
					query_id,
					log_writer,
					log_level
				}, "Query");
				return {
					stream,
					response_headers,
					query_id,
					http_status_code
				};
			} catch (err) {
				controller.abort("Query HTTP request failed");
				this.logRequestError({
					op: "Query",
					query_id,
					query_params: params,
					search_params: searchParams,
					err,
					extra_args: {
						decompress_response: responseCompressionCodec,
						clickhouse_settings
					}
				});
				throw err;
			} finally {
				controllerCleanup();
			}
		}
		async insert(params) {
			const { log_writer, log_level } = this.params;
			const query_id = this.getQueryId(params.query_id);
			const searchParams = (0, index_1.toSearchParams)({
				database: this.params.database,
				clickhouse_settings: params.clickhouse_settings,
				query_params: params.query_params,
				query: params.query,
				session_id: params.session_id,
				role: params.role,
				query_id
			});
			const { controller, controllerCleanup } = this.getAbortController(params);
			try {
				const { stream, summary, response_headers, http_status_code } = await this.request({
					method: "POST",
					url: (0, index_1.transformUrl)({
						url: this.params.url,
						searchParams
					}),
					body: params.values,
					abort_signal: controller.signal,
					request_compression: this.params.compression.compress_request,
					parse_summary: true,
					headers: this.buildRequestHeaders(params),
					query: params.query,
					query_id,
					log_writer,
					log_level
				}, "Insert");
				await (0, stream_1.drainStreamInternal)({
					op: "Insert",
					log_writer,
					query_id,
					log_level
				}, stream);
				return {
					query_id,
					summary,
					response_headers,
					http_status_code
				};
			} catch (err) {
				controller.abort("Insert HTTP request failed");
				this.logRequestError({
					op: "Insert",
					query_id,
					query_params: params,
					search_params: searchParams,
					err,
					extra_args: { clickhouse_settings: params.clickhouse_settings ?? {} }
				});
				throw err;
			} finally {
				controllerCleanup();
			}
		}
		async exec(params) {
			const query_id = this.getQueryId(params.query_id);
			return this.runExec({
				...params,
				query_id,
				op: "Exec"
			});
		}
		async command(params) {
			const { log_writer, log_level } = this.params;
			const query_id = this.getQueryId(params.query_id);
			const commandStartTime = Date.now();
			if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
				message: "Command: operation started",
				args: {
					operation: "Command",
					connection_id: this.connectionId,
					query_id
				}
			});
			const { stream, summary, response_headers } = await this.runExec({
				...params,
				query_id,
				op: "Command"
			});
			const runExecDuration = Date.now() - commandStartTime;
			if (log_level <= index_1.ClickHouseLogLevel.TRACE) log_writer.trace({
				message: "Command: runExec completed, starting stream drain",
				args: {
					operation: "Command",
					connection_id: this.connectionId,
					query_id,
					runExec_duration_ms: runExecDuration,
					stream_state: {
						readable: stream.readable,
						readableEnded: stream.readableEnded,
						readableLength: stream.readableLength
					}
				}
			});
			const drainStartTime = Date.now();
			await (0, stream_1.drainStreamInternal)({
				op: "Command",
				log_writer,
				query_id,
				log_level
			}, stream);
			if (log_level <= index_1.ClickHouseLogLevel.TRACE) {
				const drainDuration = Date.now() - drainStartTime;
				const totalDuration = Date.now() - commandStartTime;
				log_writer.trace({
					message: "Command: operation completed",
					args: {
						operation: "Command",
						connection_id: this.connectionId,
						query_id,
						drain_duration_ms: drainDuration,
						total_duration_ms: totalDuration
					}
				});
			}
			return {
				query_id,
				summary,
				response_headers
			};
		}
		async close() {
			if (this.agent !== void 0 && this.agent.destroy !== void 0) this.agent.destroy();
		}
		defaultHeadersWithOverride(params) {
			return {
				...this.params.http_headers ?? {},
				...params?.http_headers ?? {},
				...this.defaultHeaders
			};
		}
		buildRequestHeaders(params) {
			const headers = this.defaultHeadersWithOverride(params);
			if ((0, index_1.isJWTAuth)(params?.auth)) return {
				...headers,
				Authorization: `Bearer ${params.auth.access_token}`
			};
			if (this.params.set_basic_auth_header) {
				if ((0, index_1.isCredentialsAuth)(params?.auth)) return {
					...headers,
					Authorization: `Basic ${Buffer.from(`${params.auth.username}:${params.auth.password}`).toString("base64")}`
				};
				else return {
					...headers,
					Authorization: this.defaultAuthHeader
				};
			}
			return { ...headers };
		}
		getQueryId(query_id) {
			return query_id || crypto_1.default.randomUUID();
		}
		getAbortController(params) {
			const controller = new AbortController();
			function onAbort() {
				controller.abort();
			}
			params.abort_signal?.addEventListener("abort", onAbort);
			return {
				controller,
				controllerCleanup: () => {
					params.abort_signal?.removeEventListener("abort", onAbort);
				}
			};
		}
		logRequestError({ op, err, query_id, query_params, extra_args }) {
			if (this.params.log_level <= index_1.ClickHouseLogLevel.ERROR) this.params.log_writer.error({
				message: this.httpRequestErrorMessage(op),
				err,
				args: {
					operation: op,
					connection_id: this.connectionId,
					query_id,
					with_abort_signal: query_params.abort_signal !== void 0,
					session_id: query_params.session_id,
					...extra_args
				}
			});
		}
		httpRequestErrorMessage(op) {
			return `${op}: HTTP request error.`;
		}
		async runExec(params) {
			const { log_writer, log_level } = this.params;
			const query_id = params.query_id;
			const sendQueryInParams = params.values !== void 0;
			const clickhouse_settings = (0, index_1.withHttpSettings)(params.clickhouse_settings, this.params.compression.decompress_response);
			const toSearchParamsOptions = {
				query: sendQueryInParams ? params.query : void 0,
				database: this.params.database,
				query_params: params.query_params,
				session_id: params.session_id,
				role: params.role,
				clickhouse_settings,
				query_id
			};
			const searchParams = (0, index_1.toSearchParams)(toSearchParamsOptions);
			const { controller, controllerCleanup } = this.getAbortController(params);
			const tryDecompressResponseStream = params.op === "Exec" ? params.decompress_response_stream ?? Boolean(this.params.compression.decompress_response) : false;
			const ignoreErrorResponse = params.ignore_error_response ?? false;
			try {
				const { stream, summary, response_headers, http_status_code } = await this.request({
					method: "POST",
					url: (0, index_1.transformUrl)({
						url: this.params.url,
						searchParams
					}),
					body: sendQueryInParams ? params.values : params.query,
					abort_signal: controller.signal,
					parse_summary: true,
					request_compression: this.params.compression.compress_request,
					response_compression_codec: this.params.compression.decompress_response?.codec,
					try_decompress_response_stream: tryDecompressResponseStream,
					ignore_error_response: ignoreErrorResponse,
					headers: this.buildRequestHeaders(params),
					query: params.query,
					query_id,
					log_writer,
					log_level
				}, params.op);
				return {
					stream,
					query_id,
					summary,
					response_headers,
					http_status_code
				};
			} catch (err) {
				controller.abort(`${params.op} HTTP request failed`);
				this.logRequestError({
					op: params.op,
					query_id,
					query_params: params,
					search_params: searchParams,
					err,
					extra_args: { clickhouse_settings: params.clickhouse_settings ?? {} }
				});
				throw err;
			} finally {
				controllerCleanup();
			}
		}
		async request(params, op) {
			return this.socketPool.request(params, op);
		}
	};
	exports.NodeBaseConnection = NodeBaseConnection;
	const PingQuery = `SELECT 'ping'`;
}));
// node_modules/@clickhouse/client/dist/connection/node_http_connection.js
var require_node_http_connection = /* @__PURE__ */ __commonJSMin(((exports, module, this$6) => {
	var __importDefault = this$6 && this$6.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NodeHttpConnection = void 0;
	const index_1 = require_common();
	const http_1 = __importDefault(__require("http"));
	const node_base_connection_1 = require_node_base_connection();
	var NodeHttpConnection = class extends node_base_connection_1.NodeBaseConnection {
		constructor(params) {
			const agent = new http_1.default.Agent({
				keepAlive: params.keep_alive.enabled,
				maxSockets: params.max_open_connections
			});
			super(params, agent);
		}
		createClientRequest(params) {
			const headers = (0, index_1.withCompressionHeaders)({
				headers: params.headers,
				request_compression_codec: params.request_compression?.codec,
				response_compression_codec: params.response_compression_codec
			});
			return http_1.default.request(params.url, {
				method: params.method,
				agent: this.agent,
				timeout: this.params.request_timeout,
				signal: params.abort_signal,
				headers,
				...this.params.max_response_headers_size !== void 0 && { maxHeaderSize: this.params.max_response_headers_size }
			});
		}
	};
	exports.NodeHttpConnection = NodeHttpConnection;
}));
// node_modules/@clickhouse/client/dist/connection/node_https_connection.js
var require_node_https_connection = /* @__PURE__ */ __commonJSMin(((exports, module, this$5) => {
	var __importDefault = this$5 && this$5.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NodeHttpsConnection = void 0;
	const index_1 = require_common();
	const https_1 = __importDefault(__require("https"));
	const node_base_connection_1 = require_node_base_connection();
	var NodeHttpsConnection = class extends node_base_connection_1.NodeBaseConnection {
		constructor(params) {
			const agent = new https_1.default.Agent({
				keepAlive: params.keep_alive.enabled,
				maxSockets: params.max_open_connections,
				ca: params.tls?.ca_cert,
				key: params.tls?.type === "Mutual" ? params.tls.key : void 0,
				cert: params.tls?.type === "Mutual" ? params.tls.cert : void 0
			});
			super(params, agent);
		}
		buildRequestHeaders(params) {
			if (this.params.tls !== void 0) {
				if (this.params.auth.type === "JWT") throw new Error("JWT auth is not supported with HTTPS connection using custom certificates");
				let headers;
				if ((0, index_1.isCredentialsAuth)(params?.auth)) headers = {
					...this.defaultHeadersWithOverride(params),
					"X-ClickHouse-User": params.auth.username,
					"X-ClickHouse-Key": params.auth.password
				};
				else headers = {
					...this.defaultHeadersWithOverride(params),
					"X-ClickHouse-User": this.params.auth.username,
					"X-ClickHouse-Key": this.params.auth.password
				};
				const tlsType = this.params.tls.type;
				switch (tlsType) {
					case "Basic": return headers;
					case "Mutual": return {
						...headers,
						"X-ClickHouse-SSL-Certificate-Auth": "on"
					};
					default: throw new Error(`Unknown TLS type: ${tlsType}`);
				}
			}
			return super.buildRequestHeaders(params);
		}
		createClientRequest(params) {
			const headers = (0, index_1.withCompressionHeaders)({
				headers: params.headers,
				request_compression_codec: params.request_compression?.codec,
				response_compression_codec: params.response_compression_codec
			});
			return https_1.default.request(params.url, {
				method: params.method,
				agent: this.agent,
				timeout: this.params.request_timeout,
				signal: params.abort_signal,
				headers,
				...this.params.max_response_headers_size !== void 0 && { maxHeaderSize: this.params.max_response_headers_size }
			});
		}
	};
	exports.NodeHttpsConnection = NodeHttpsConnection;
}));
// node_modules/@clickhouse/client/dist/connection/node_custom_agent_connection.js
var require_node_custom_agent_connection = /* @__PURE__ */ __commonJSMin(((exports, module, this$4) => {
	var __importDefault = this$4 && this$4.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NodeCustomAgentConnection = void 0;
	const http_1 = __importDefault(__require("http"));
	const https_1 = __importDefault(__require("https"));
	const node_base_connection_1 = require_node_base_connection();
	const index_1 = require_common();
	var NodeCustomAgentConnection = class extends node_base_connection_1.NodeBaseConnection {
		httpRequestFn;
		constructor(params) {
			if (!params.http_agent) throw new Error("http_agent is required to create NodeCustomAgentConnection");
			super(params, params.http_agent);
			if (params.url.protocol.startsWith("https")) this.httpRequestFn = https_1.default.request;
			else this.httpRequestFn = http_1.default.request;
		}
		createClientRequest(params) {
			const headers = (0, index_1.withCompressionHeaders)({
				headers: params.headers,
				request_compression_codec: params.request_compression?.codec,
				response_compression_codec: params.response_compression_codec
			});
			return this.httpRequestFn(params.url, {
				method: params.method,
				agent: this.agent,
				timeout: this.params.request_timeout,
				signal: params.abort_signal,
				headers,
				...this.params.max_response_headers_size !== void 0 && { maxHeaderSize: this.params.max_response_headers_size }
			});
		}
	};
	exports.NodeCustomAgentConnection = NodeCustomAgentConnection;
}));
// node_modules/@clickhouse/client/dist/connection/create_connection.js
var require_create_connection = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NodeConnectionFactory = void 0;
	const node_custom_agent_connection_1 = require_node_custom_agent_connection();
	const node_http_connection_1 = require_node_http_connection();
	const node_https_connection_1 = require_node_https_connection();
	/** A factory for easier mocking after Node.js 22.18 */
	var NodeConnectionFactory = class {
		static create({ connection_params, tls, keep_alive, http_agent, set_basic_auth_header, capture_enhanced_stack_trace, eagerly_destroy_stale_sockets = false, max_response_headers_size }) {
			if (http_agent !== void 0) return new node_custom_agent_connection_1.NodeCustomAgentConnection({
				...connection_params,
				set_basic_auth_header,
				capture_enhanced_stack_trace,
				keep_alive,
				http_agent,
				eagerly_destroy_stale_sockets,
				max_response_headers_size
			});
			switch (connection_params.url.protocol) {
				case "http:": return new node_http_connection_1.NodeHttpConnection({
					...connection_params,
					set_basic_auth_header,
					capture_enhanced_stack_trace,
					keep_alive,
					eagerly_destroy_stale_sockets,
					max_response_headers_size
				});
				case "https:": return new node_https_connection_1.NodeHttpsConnection({
					...connection_params,
					set_basic_auth_header,
					capture_enhanced_stack_trace,
					keep_alive,
					tls,
					eagerly_destroy_stale_sockets,
					max_response_headers_size
				});
				default: throw new Error("Only HTTP and HTTPS protocols are supported");
			}
		}
	};
	exports.NodeConnectionFactory = NodeConnectionFactory;
}));
// node_modules/@clickhouse/client/dist/connection/index.js
var require_connection = /* @__PURE__ */ __commonJSMin(((exports, module, this$3) => {
	var __createBinding = this$3 && this$3.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$3 && this$3.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_node_base_connection(), exports);
	__exportStar(require_node_http_connection(), exports);
	__exportStar(require_node_https_connection(), exports);
	__exportStar(require_create_connection(), exports);
}));
// node_modules/@clickhouse/client/dist/result_set.js
var require_result_set = /* @__PURE__ */ __commonJSMin(((exports, module, this$2) => {
	var __createBinding = this$2 && this$2.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$2 && this$2.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$2 && this$2.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ResultSet = void 0;
	const index_1 = require_common();
	const index_2 = require_common();
	const buffer_1 = __require("buffer");
	const stream_1 = __importStar(__require("stream"));
	const utils_1 = require_utils();
	const NEWLINE = 10;
	exports.ResultSet = class ResultSet {
		response_headers = {};
		exceptionTag = void 0;
		log_error;
		jsonHandling;
		_consumed = false;
		/**
		* The stream of the response body.
		*
		* It is expected that the stream is passed directly from the response of the HTTP request
		* and has not been consumed or altered yet.
		*/
		_stream;
		format;
		/** The `clickhouse.query.stream` span owned by this result set (if the
		*  client was configured with a tracer); it ends via {@link finishSpan}
		*  when the response stream is fully consumed, closed, or fails. */
		span;
		/** Decoded (decompressed) bytes received from the server so far. */
		span_bytes = 0;
		/** Rows decoded from the response stream so far. */
		span_rows = 0;
		span_rows_counted = false;
		span_finished = false;
		query_id;
		constructor(_stream, format, query_id, log_error, _response_headers, jsonHandling, span) {
			this._stream = _stream;
			this.format = format;
			this.query_id = query_id;
			this.span = span;
			this.jsonHandling = {
				...index_1.defaultJSONHandling,
				...jsonHandling
			};
			this.log_error = log_error ?? ((err) => console.error(err));
			if (_response_headers !== void 0) {
				this.response_headers = Object.freeze(_response_headers);
				this.exceptionTag = _response_headers[index_1.EXCEPTION_TAG_HEADER_NAME];
			}
		}
		consume() {
			if (this._consumed) throw new Error(streamAlreadyConsumedMessage);
			this._consumed = true;
			return this._stream;
		}
		/** Add the number of rows decoded from the response stream. */
		addSpanRows(count) {
			this.span_rows_counted = true;
			this.span_rows += count;
		}
		/** Record the final response metrics (`clickhouse.response.decoded_bytes`
		*  and, when rows were counted, `db.response.returned_rows`) and the error
		*  (if any) on the span, and end it. Safe to call multiple times - only
		*  the first call wins. */
		finishSpan(err) {
			if (!this.span || this.span_finished) return;
			this.span_finished = true;
			const attributes = { "clickhouse.response.decoded_bytes": this.span_bytes };
			if (this.span_rows_counted) attributes["db.response.returned_rows"] = this.span_rows;
			this.span.setAttributes(attributes);
			if (err) (0, index_1.recordSpanError)(this.span, err);
			this.span.end();
		}
		/** See {@link BaseResultSet.text}. */
		async text() {
			const stream = this.consume();
			try {
				const text = await (0, utils_1.getAsText)(stream);
				this.span_bytes += buffer_1.Buffer.byteLength(text);
				this.finishSpan();
				return text;
			} catch (err) {
				this.finishSpan(err);
				throw err;
			}
		}
		/** See {@link BaseResultSet.json}. */
		async json() {
			if ((0, index_2.isStreamableJSONFamily)(this.format)) {
				const result = [];
				const stream = this.stream();
				for await (const rows of stream) for (const row of rows) result.push(row.json());
				return result;
			}
			if ((0, index_2.isNotStreamableJSONFamily)(this.format)) {
				const stream = this.consume();
				try {
					const text = await (0, utils_1.getAsText)(stream);
					this.span_bytes += buffer_1.Buffer.byteLength(text);
					this.finishSpan();
					return this.jsonHandling.parse(text);
				} catch (err) {
					this.finishSpan(err);
					throw err;
				}
			}
			throw new Error(`Cannot decode ${this.format} as JSON`);
		}
		/** See {@link BaseResultSet.stream}. */
		stream() {
			(0, index_2.validateStreamFormat)(this.format);
			const incompleteChunks = [];
			const logError = this.log_error;
			const exceptionTag = this.exceptionTag;
			const jsonHandling = this.jsonHandling;
			const resultSet = this;
			const toRows = new stream_1.Transform({
				transform(chunk, _encoding, callback) {
					resultSet.span_bytes += chunk.length;
					const rows = [];
					let lastIdx = 0;
					let currentChunkPart;
					while (true) {
						const idx = chunk.indexOf(NEWLINE, lastIdx);
						if (idx === -1) {
							incompleteChunks.push(chunk.subarray(lastIdx));
							if (rows.length > 0) {
								resultSet.addSpanRows(rows.length);
								this.push(rows);
							}
							break;
						} else {
							if (exceptionTag !== void 0 && idx >= 1 && chunk[idx - 1] === index_1.CARET_RETURN) return callback((0, index_1.extractErrorAtTheEndOfChunk)(chunk, exceptionTag));
							if (incompleteChunks.length > 0) {
								incompleteChunks.push(chunk.subarray(lastIdx, idx));
								currentChunkPart = buffer_1.Buffer.concat(incompleteChunks);
								incompleteChunks.length = 0;
							} else currentChunkPart = chunk.subarray(lastIdx, idx);
							const text = currentChunkPart.toString();
							rows.push({
								text,
								json() {
									return jsonHandling.parse(text);
								}
							});
							lastIdx = idx + 1;
						}
					}
					callback();
				},
				autoDestroy: true,
				objectMode: true
			});
			return stream_1.default.pipeline(this.consume(), toRows, function pipelineCb(err) {
				if (err && err.name !== "AbortError" && err.message !== resultSetClosedMessage) {
					logError(err);
					resultSet.finishSpan(err);
				} else resultSet.finishSpan();
			});
		}
		/** See {@link BaseResultSet.close}. */
		close() {
			this._stream.destroy(new Error(resultSetClosedMessage));
			this.finishSpan();
		}
		/**
		* Closes the `ResultSet`.
		*
		* Automatically called when using `using` statement in supported environments.
		* @see {@link ResultSet.close}
		* @see https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Statements/using
		*/
		[Symbol.dispose]() {
			this.close();
		}
		static instance({ stream, format, query_id, log_error, response_headers, jsonHandling, span }) {
			return new ResultSet(stream, format, query_id, log_error, response_headers, jsonHandling, span);
		}
	};
	const streamAlreadyConsumedMessage = "Stream has been already consumed";
	const resultSetClosedMessage = "ResultSet has been closed";
}));
// node_modules/@clickhouse/client/dist/config.js
var require_config = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	var __importDefault = this$1 && this$1.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NodeConfigImpl = void 0;
	const index_1 = require_common();
	const zlib_1 = __importDefault(__require("zlib"));
	const connection_1 = require_connection();
	const result_set_1 = require_result_set();
	const utils_1 = require_utils();
	function unknownCodecError(value, direction) {
		return /* @__PURE__ */ new Error(`Unknown ${direction} compression codec "${value}". Supported codecs: gzip, zstd, br.`);
	}
	/** Fails fast at client creation on an unknown request codec, or on `zstd` when
	*  this Node.js runtime's `zlib` does not provide the zstd compression API -
	*  rather than a TypeError deep in a later insert. The boolean forms (`false`
	*  off, `true` gzip) need no validation and are filtered out by the caller. */
	function ensureRequestCodecSupported(value) {
		if (value === "zstd") {
			if (typeof zlib_1.default.createZstdCompress !== "function") throw new Error("zstd compression is not supported by this Node.js runtime (v" + process.versions.node + "): the built-in zlib module does not provide `createZstdCompress` (the zstd APIs were added in Node.js 22.15.0). Use gzip compression instead.");
		} else if (value !== "gzip" && value !== "br") throw unknownCodecError(value, "request");
	}
	/** Fails fast at client creation on an unknown response codec, or on `zstd`
	*  when this Node.js runtime's `zlib` does not provide the zstd decompression
	*  API - rather than a TypeError deep in a later query. The boolean forms
	*  (`false` off, `true` gzip) need no validation and are filtered by the caller. */
	function ensureResponseCodecSupported(value) {
		if (value === "zstd") {
			if (typeof zlib_1.default.createZstdDecompress !== "function") throw new Error("zstd compression is not supported by this Node.js runtime (v" + process.versions.node + "): the built-in zlib module does not provide `createZstdDecompress` (the zstd APIs were added in Node.js 22.15.0). Use gzip compression instead.");
		} else if (value !== "gzip" && value !== "br") throw unknownCodecError(value, "response");
	}
	exports.NodeConfigImpl = {
		handle_specific_url_params: (config, url) => {
			const nodeConfig = { ...config };
			const unknownParams = /* @__PURE__ */ new Set();
			const handledParams = /* @__PURE__ */ new Set();
			const urlSearchParamsKeys = [...url.searchParams.keys()];
			if (urlSearchParamsKeys.length > 0) urlSearchParamsKeys.forEach((key) => {
				const value = url.searchParams.get(key);
				switch (key) {
					case "keep_alive_idle_socket_ttl":
						if (nodeConfig.keep_alive === void 0) nodeConfig.keep_alive = {};
						nodeConfig.keep_alive.idle_socket_ttl = (0, index_1.numberConfigURLValue)({
							key,
							value,
							min: 0
						});
						handledParams.add(key);
						break;
					default: unknownParams.add(key);
				}
			});
			return {
				config: nodeConfig,
				unknown_params: unknownParams,
				handled_params: handledParams
			};
		},
		make_connection: (nodeConfig, params) => {
			const { compress_request, decompress_response } = params.compression;
			if (compress_request) ensureRequestCodecSupported(compress_request.codec);
			if (decompress_response) ensureResponseCodecSupported(decompress_response.codec);
			let tls = void 0;
			if (nodeConfig.tls !== void 0) {
				if ("cert" in nodeConfig.tls && "key" in nodeConfig.tls) tls = {
					type: "Mutual",
					...nodeConfig.tls
				};
				else tls = {
					type: "Basic",
					...nodeConfig.tls
				};
			}
			const keep_alive = {
				enabled: nodeConfig?.keep_alive?.enabled ?? true,
				idle_socket_ttl: nodeConfig?.keep_alive?.idle_socket_ttl ?? 2500
			};
			return connection_1.NodeConnectionFactory.create({
				connection_params: params,
				set_basic_auth_header: nodeConfig.set_basic_auth_header ?? true,
				capture_enhanced_stack_trace: nodeConfig.capture_enhanced_stack_trace ?? false,
				eagerly_destroy_stale_sockets: nodeConfig.keep_alive?.eagerly_destroy_stale_sockets ?? false,
				http_agent: nodeConfig.http_agent,
				keep_alive,
				tls,
				max_response_headers_size: nodeConfig.max_response_headers_size
			});
		},
		values_encoder: (jsonHandling) => new utils_1.NodeValuesEncoder(jsonHandling),
		make_result_set: ((stream, format, query_id, log_error, response_headers, jsonHandling, span) => result_set_1.ResultSet.instance({
			stream,
			format,
			query_id,
			log_error,
			response_headers,
			jsonHandling,
			span
		}))
	};
}));
// node_modules/@clickhouse/client/dist/client.js
var require_client = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NodeClickHouseClient = void 0;
	exports.createClient = createClient;
	const index_1 = require_common();
	const config_1 = require_config();
	var NodeClickHouseClient = class extends index_1.ClickHouseClient {
		/** See {@link ClickHouseClient.query}. */
		query(params) {
			return super.query(params);
		}
	};
	exports.NodeClickHouseClient = NodeClickHouseClient;
	function createClient(config) {
		const injected = config?.connection;
		const impl = injected !== void 0 ? {
			...config_1.NodeConfigImpl,
			make_connection: () => injected
		} : config_1.NodeConfigImpl;
		return new index_1.ClickHouseClient({
			impl,
			...config || {}
		});
	}
}));
// node_modules/@clickhouse/client/dist/index.js
var require_dist = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.extractErrorAtTheEndOfChunk = exports.EXCEPTION_TAG_HEADER_NAME = exports.defaultJSONHandling = exports.ClickHouseSpanKind = exports.ClickHouseSpanStatusCode = exports.ClickHouseSpanNames = exports.TupleParam = exports.isException = exports.isRow = exports.isProgressRow = exports.SimpleColumnTypes = exports.parseColumnType = exports.RecordsJSONFormats = exports.SingleDocumentJSONFormats = exports.StreamableJSONFormats = exports.StreamableFormats = exports.SupportedRawFormats = exports.SupportedJSONFormats = exports.SettingsMap = exports.ClickHouseLogLevel = exports.parseError = exports.ClickHouseError = exports.drainStream = exports.ResultSet = exports.createClient = exports.ClickHouseClient = void 0;
	var client_1 = require_client();
	Object.defineProperty(exports, "ClickHouseClient", {
		enumerable: true,
		get: function() {
			return client_1.NodeClickHouseClient;
		}
	});
	var client_2 = require_client();
	Object.defineProperty(exports, "createClient", {
		enumerable: true,
		get: function() {
			return client_2.createClient;
		}
	});
	var result_set_1 = require_result_set();
	Object.defineProperty(exports, "ResultSet", {
		enumerable: true,
		get: function() {
			return result_set_1.ResultSet;
		}
	});
	var stream_1 = require_stream();
	Object.defineProperty(exports, "drainStream", {
		enumerable: true,
		get: function() {
			return stream_1.drainStream;
		}
	});
	/**
	* Re-export common (formerly @clickhouse/client-common) runtime values.
	*
	* These are intentionally re-exported through local bindings (rather than a direct
	* `export { ... } from './common/index'`) so that the `@deprecated` JSDoc tags
	* applied to them in `./common/index` are NOT propagated to consumers of this package.
	* Importing these values from `@clickhouse/client` is the recommended, non-deprecated path.
	*/
	const index_1 = require_common();
	exports.ClickHouseError = index_1.ClickHouseError;
	exports.parseError = index_1.parseError;
	exports.ClickHouseLogLevel = index_1.ClickHouseLogLevel;
	exports.SettingsMap = index_1.SettingsMap;
	exports.SupportedJSONFormats = index_1.SupportedJSONFormats;
	exports.SupportedRawFormats = index_1.SupportedRawFormats;
	exports.StreamableFormats = index_1.StreamableFormats;
	exports.StreamableJSONFormats = index_1.StreamableJSONFormats;
	exports.SingleDocumentJSONFormats = index_1.SingleDocumentJSONFormats;
	exports.RecordsJSONFormats = index_1.RecordsJSONFormats;
	/** @deprecated Superseded by the `@clickhouse/datatype-parser` package (`parseDataType` + its `Node` AST); slated for removal in a future major version. */
	exports.parseColumnType = index_1.parseColumnType;
	/** @deprecated Superseded by the `@clickhouse/datatype-parser` package (`parseDataType` + its `Node` AST); slated for removal in a future major version. */
	exports.SimpleColumnTypes = index_1.SimpleColumnTypes;
	exports.isProgressRow = index_1.isProgressRow;
	exports.isRow = index_1.isRow;
	exports.isException = index_1.isException;
	exports.TupleParam = index_1.TupleParam;
	exports.ClickHouseSpanNames = index_1.ClickHouseSpanNames;
	exports.ClickHouseSpanStatusCode = index_1.ClickHouseSpanStatusCode;
	exports.ClickHouseSpanKind = index_1.ClickHouseSpanKind;
	exports.defaultJSONHandling = index_1.defaultJSONHandling;
	exports.EXCEPTION_TAG_HEADER_NAME = index_1.EXCEPTION_TAG_HEADER_NAME;
	exports.extractErrorAtTheEndOfChunk = index_1.extractErrorAtTheEndOfChunk;
}));
export default require_dist();
export {};
