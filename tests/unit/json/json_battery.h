/*
 * json_battery.h - texts that every JSON parser of Kith must refuse or must accept, with
 * their characteristic. Repeated keys, NUL, numbers out of range and more than sixteen
 * levels are refused although the grammar of RFC 8259 allows them.
 */
#ifndef KITH_TESTS_UNIT_JSON_JSON_BATTERY_H
#define KITH_TESTS_UNIT_JSON_JSON_BATTERY_H

#include <stddef.h>

struct json_case {
	const char *text;
	size_t size;
};

#define CASE(literal) \
	{ \
		(literal), sizeof(literal) - 1 \
	}

/* clang-format off */
static const struct json_case json_accepted[] = {
	/* Single values. */
	CASE("0"), CASE("1"), CASE("-1"), CASE("null"), CASE("true"), CASE("false"),
	CASE("\"\""), CASE("\"a\""), CASE("[]"), CASE("{}"),
	/* Whitespace. */
	CASE(" 1"), CASE("1 "), CASE("\0111\012"), CASE("\015\012[]\015\012"),
	CASE(" [ ] "), CASE(" { } "), CASE("[ 1 , 2 ]"),
	CASE("{ \"a\" : 1 , \"b\" : 2 }"), CASE("\012\012\012{\012}\012"),
	CASE("{\"a\"\012:\0121\012}"),
	/* Numbers. */
	CASE("-0"), CASE("10"), CASE("123456789"), CASE("9223372036854775807"),
	CASE("-9223372036854775808"), CASE("0.0"), CASE("-0.0"), CASE("1.0"), CASE("1.5"),
	CASE("-1.5"), CASE("0.1"), CASE("1e5"), CASE("1E5"), CASE("1e+5"), CASE("1e-5"),
	CASE("1E+05"), CASE("0e0"), CASE("0e+1"), CASE("0E-1"), CASE("1.5e300"),
	CASE("1e308"), CASE("1.7976931348623157e308"), CASE("5e-324"),
	CASE("2.2250738585072014e-308"), CASE("1e-400"), CASE("0.30000000000000004"),
	CASE("123.456e-7"), CASE("1000000000000000000000.0"), CASE("1e22"), CASE("-1e22"),
	CASE("9223372036854775807.0"), CASE("9223372036854775808.0"),
	CASE("3.141592653589793238462643383279"),
	CASE("0.000000000000000000000000000001"), CASE("[1.0,1,1e0,10e-1]"),
	/* A byte order mark at the beginning is ignored. */
	CASE("\357\273\277{}"), CASE("\357\273\277[1]"),
	/* Strings. */
	CASE("\" \""), CASE("\"/\""), CASE("\"\\/\""), CASE("\"\\\"\""), CASE("\"\\\\\""),
	CASE("\"\\b\\f\\n\\r\\t\""), CASE("\"\\u0041\""), CASE("\"\\u00e9\""),
	CASE("\"\\u00E9\""), CASE("\"\\uFFFF\""), CASE("\"\\uFFFE\""),
	CASE("\"\\uFEFF\""), CASE("\"\\u0001\\u001f\""), CASE("\"\\u007f\""),
	CASE("\"\177\""), CASE("\"\\u2028\\u2029\""),
	CASE("\"\342\200\250\342\200\251\""), CASE("\"\\ud83c\\udf89\""),
	CASE("\"\\uD83C\\uDF89\""), CASE("\"\\udbff\\udfff\""),
	CASE("\"\\ud800\\udc00\""), CASE("\"\\\\u0000\""), CASE("\"\\\\ud800\""),
	CASE("\"Z\303\274rich\""), CASE("\"\346\235\261\344\272\254\""),
	CASE("\"\360\237\216\211\""), CASE("\"\357\273\277\""), CASE("\"\357\277\277\""),
	CASE("\"\364\217\277\277\""), CASE("\"\302\200\""), CASE("\"</script>\""),
	CASE("\"[[[[[[[[[[[[[[[[[[[[\""), CASE("\"{{{{{{{{{{{{{{{{{{{{\""),
	CASE("\"\\\"[[[[[[[[[[[[[[[[[[[[\""), CASE("\"// no /* comment */\""),
	CASE("\"a\\u0022b\\u005cc\""),
	CASE("\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\""),
	/* Arrays. */
	CASE("[1]"), CASE("[1,2,3]"), CASE("[[]]"), CASE("[[],[]]"),
	CASE("[null,true,false,0,\"\",[],{}]"), CASE("[[[1]],[2],3]"), CASE("[{}]"),
	CASE("[{},{}]"), CASE("[\"a\",\"a\"]"),
	CASE("[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		",0,0,0,0,0,0,0]"),
	/* Objects. */
	CASE("{\"a\":1}"), CASE("{\"a\":null}"), CASE("{\"\":\"\"}"),
	CASE("{\"a\":1,\"A\":2}"), CASE("{\"a\":{\"a\":{\"a\":1}}}"),
	CASE("[{\"a\":1},{\"a\":1}]"), CASE("{\"a\":[],\"b\":{}}"),
	CASE("{\"a b\":1,\"\\n\":2}"), CASE("{\"\303\274\":1,\"u\":2}"),
	CASE("{\"\\u0061\":1,\"b\":2}"), CASE("{\"__proto__\":1}"),
	CASE("{\"\303\251\":1,\"e\314\201\":2}"), CASE("{\"1\":1,\"01\":2}"),
	CASE("{\"k0\":0,\"k1\":1,\"k2\":2,\"k3\":3,\"k4\":4,\"k5\":5,\"k6\":"
		"6,\"k7\":7,\"k8\":8,\"k9\":9,\"k10\":10,\"k11\":11,\"k12\":12,"
		"\"k13\":13,\"k14\":14,\"k15\":15,\"k16\":16,\"k17\":17,\"k18\""
		":18,\"k19\":19,\"k20\":20,\"k21\":21,\"k22\":22,\"k23\":23,\"k"
		"24\":24,\"k25\":25,\"k26\":26,\"k27\":27,\"k28\":28,\"k29\":29"
		",\"k30\":30,\"k31\":31,\"k32\":32,\"k33\":33,\"k34\":34,\"k35"
		"\":35,\"k36\":36,\"k37\":37,\"k38\":38,\"k39\":39}"),
	/* Sixteen levels. */
	CASE("[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"),
	CASE("{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\""
		":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}}}"
		"}}}}}"),
	CASE("[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a"
		"\":1}]}]}]}]}]}]}]}]"),
	CASE("[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]],[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]"
		"]"),
};

static const struct json_case json_refused[] = {
	/* Empty, or only whitespace. */
	CASE(""), CASE(" "), CASE("\011\015\012"), CASE("\012\012"),
	/* Unclosed or unopened arrays. */
	CASE("["), CASE("]"), CASE("[["), CASE("[1"), CASE("[1,"), CASE("[[]"),
	CASE("[]]"), CASE("[1}"), CASE("[\"a\""), CASE("[\"a"), CASE("[1,2"),
	CASE("[[[]]"), CASE("[\0121,\0122"),
	/* Commas in arrays. */
	CASE("[,]"), CASE("[,1]"), CASE("[1,]"), CASE("[1,,2]"), CASE("[1,2,]"),
	CASE("[,,]"), CASE("[1 2]"), CASE("[1;2]"), CASE("[\"a\" \"b\"]"),
	CASE("[[] []]"), CASE("[1,\012]"), CASE("[:]"), CASE("[1:2]"), CASE("[\"a\":1]"),
	CASE("[.]"), CASE("[*]"),
	/* Unclosed or unopened objects. */
	CASE("{"), CASE("}"), CASE("{{"), CASE("{\"a\""), CASE("{\"a\":"),
	CASE("{\"a\":1"), CASE("{\"a\":1,"), CASE("{\"a\":{"), CASE("{}}"),
	CASE("{\"a\":1]"), CASE("{\"a\":[}"), CASE("{\"a"), CASE("{\"a\":\"b"),
	/* Keys and colons. */
	CASE("{1:1}"), CASE("{a:1}"), CASE("{'a':1}"), CASE("{null:1}"), CASE("{true:1}"),
	CASE("{[]:1}"), CASE("{{}:1}"), CASE("{\"a\" 1}"), CASE("{\"a\"::1}"),
	CASE("{\"a\",1}"), CASE("{\"a\"=1}"), CASE("{:1}"), CASE("{\"a\":}"),
	CASE("{\"a\"}"), CASE("{\"a\":1:2}"), CASE("{\"a\":1 \"b\":2}"),
	CASE("{\"a\":1,}"), CASE("{,\"a\":1}"), CASE("{\"a\":1,,\"b\":2}"),
	CASE("{\"a\":1;\"b\":2}"), CASE("{\"a\" \"b\"}"), CASE("{\"a\":b}"),
	CASE("{\"a\":1,\"b\"}"), CASE("{,}"), CASE("{\"a\":1,2}"),
	/* Repeated keys. */
	CASE("{\"a\":1,\"a\":1}"), CASE("{\"a\":1,\"b\":2,\"a\":3}"),
	CASE("{\"\":1,\"\":2}"), CASE("{\"a\":1,\"\\u0061\":2}"),
	CASE("[{\"x\":{\"y\":1,\"y\":2}}]"), CASE("{\"\303\274\":1,\"\\u00fc\":2}"),
	/* Text after the value. */
	CASE("1 2"), CASE("[] []"), CASE("{} {}"), CASE("{}1"), CASE("[]x"),
	CASE("\"a\" \"b\""), CASE("null null"), CASE("true,"), CASE("{},"), CASE("1]"),
	CASE("[]\000"), CASE("{}\000"), CASE("1\000"), CASE("null;"), CASE("\"a\"b"),
	CASE("{}#"), CASE("[] // end"),
	/* Invalid words. */
	CASE("nul"), CASE("nulll"), CASE("Null"), CASE("NULL"), CASE("tru"),
	CASE("truee"), CASE("True"), CASE("TRUE"), CASE("fals"), CASE("False"),
	CASE("falsey"), CASE("yes"), CASE("undefined"), CASE("None"), CASE("a"),
	CASE("t"), CASE("[nul]"), CASE("[n]"), CASE("[truefalse]"), CASE("nan"),
	CASE("NaN"), CASE("Infinity"), CASE("-Infinity"), CASE("inf"), CASE("[-NaN]"),
	CASE("$"), CASE("@"), CASE("()"), CASE("<null>"), CASE("'a'"), CASE("`a`"),
	/* Invalid numbers. */
	CASE("+1"), CASE("-"), CASE("--1"), CASE("+-1"), CASE("- 1"), CASE("01"),
	CASE("-01"), CASE("00"), CASE("1."), CASE("-1."), CASE(".5"), CASE("-.5"),
	CASE("1.e3"), CASE(".e3"), CASE("1e"), CASE("1e+"), CASE("1e-"), CASE("1E"),
	CASE("1ee2"), CASE("1e2.5"), CASE("1e2e3"), CASE("1.2.3"), CASE("1.5e"),
	CASE("0x1"), CASE("0x"), CASE("0b1"), CASE("0o7"), CASE("1_000"), CASE("1'000"),
	CASE("1,5"), CASE("1a"), CASE("1.5f"), CASE("[1e1e1]"), CASE("[0.1.]"),
	CASE("[-a]"), CASE("[- 0]"), CASE("1 e5"), CASE("[1-]"), CASE("[1+2]"),
	CASE("[\357\274\221]"), CASE("[012]"), CASE("[-012]"), CASE("[1.0e+]"),
	CASE("\357\274\221"),
	/* Numbers out of range. */
	CASE("9223372036854775808"), CASE("-9223372036854775809"),
	CASE("18446744073709551616"), CASE("10000000000000000000000000000000000000000"),
	CASE("-10000000000000000000000000000000000000000"), CASE("1e400"), CASE("-1e400"),
	CASE("[1.5e999]"), CASE("1e99999999999999999999"),
	/* NUL after a value, which jansson alone would ignore. */
	CASE("1\000\000"), CASE("\000"), CASE("\0001"), CASE("[1\000]"),
	CASE("[1\000,2]"), CASE("{\"a\":1\000}"), CASE("true\000"), CASE("[null\000]"),
	CASE("\"a\"\000"), CASE("1.5\000"), CASE("1e5\000"), CASE("1\0002"),
	CASE("[-\0001]"), CASE("-1\000"),
	/* Unclosed strings. */
	CASE("\""), CASE("\"a"), CASE("\"\\\""), CASE("\"a\\"), CASE("[\"a]"), CASE("'"),
	CASE("\"a'"), CASE("\"\\\\\\\""), CASE("\"\012"),
	/* Control characters in strings. */
	CASE("\"\000\""), CASE("\"a\000b\""), CASE("\"\001\""), CASE("\"\010\""),
	CASE("\"\011\""), CASE("\"\012\""), CASE("\"\015\""), CASE("\"\033[0m\""),
	CASE("\"\037\""), CASE("{\"a\011b\":1}"), CASE("{\"\000\":1}"),
	/* Invalid escapes. */
	CASE("\"\\a\""), CASE("\"\\v\""), CASE("\"\\e\""), CASE("\"\\0\""),
	CASE("\"\\x41\""), CASE("\"\\'\""), CASE("\"\\ \""), CASE("\"\\U0041\""),
	CASE("\"\\N\""), CASE("\"\\1\""), CASE("\"\\\012\""), CASE("\"\\\303\274\""),
	CASE("\"\\u\""), CASE("\"\\u0\""), CASE("\"\\u00\""), CASE("\"\\u004\""),
	CASE("\"\\u004g\""), CASE("\"\\u 041\""), CASE("\"\\u{41}\""),
	CASE("\"\\u+041\""), CASE("\"\\u-041\""), CASE("\"\\uu0041\""),
	CASE("\"\\u00\\u41\""), CASE("[\"\\u12\", 1]"), CASE("\\u0022a\\u0022"),
	/* Escaped NUL and single surrogates. */
	CASE("\"\\u0000\""), CASE("\"a\\u0000b\""), CASE("{\"\\u0000\":1}"),
	CASE("\"\\ud800\""), CASE("\"\\udbff\""), CASE("\"\\udc00\""),
	CASE("\"\\udfff\""), CASE("\"\\ud800x\""), CASE("\"\\ud800\\n\""),
	CASE("\"\\ud800\\u0041\""), CASE("\"\\ud800\\ud800\""),
	CASE("\"\\udc00\\ud800\""), CASE("\"\\ud83d\\ude\""), CASE("\"\\ud83d\\\""),
	CASE("{\"\\ud834\":1}"), CASE("\"\\uD888\\u1234\""),
	/* Invalid UTF-8. */
	CASE("\"\200\""), CASE("\"\277\""), CASE("\"\303\""), CASE("\"\303(\""),
	CASE("\"\300\257\""), CASE("\"\301\277\""), CASE("\"\340\200\257\""),
	CASE("\"\340\237\277\""), CASE("\"\342\202\""), CASE("\"\342(\241\""),
	CASE("\"\355\240\200\""), CASE("\"\355\277\277\""), CASE("\"\360\200\200\200\""),
	CASE("\"\360\217\277\277\""), CASE("\"\360\237\216\""),
	CASE("\"\364\220\200\200\""), CASE("\"\365\200\200\200\""),
	CASE("\"\370\210\200\200\200\""), CASE("\"\374\204\200\200\200\200\""),
	CASE("\"\376\""), CASE("\"\377\""), CASE("{\"\377\":1}"), CASE("\377"),
	CASE("[\303\251]"), CASE("\344"), CASE("[1]\377"), CASE("\"\344\366\374\""),
	CASE("[\"\303\274\", \"\374\"]"),
	/* Byte order marks and other encodings. */
	CASE("\357\273\277"), CASE("\357\273\277\357\273\277{}"), CASE("{}\357\273\277"),
	CASE("\376\377\000{\000}"),
	CASE("\377\376{\000}\000"), CASE("{\000}\000"), CASE("\000[\000]"),
	/* Invalid whitespace. */
	CASE("[\013]"), CASE("[\014]"), CASE("\302\240[]"), CASE("[1\302\240]"),
	CASE("\342\200\250[]"), CASE("\342\201\240[]"), CASE("[\000]"), CASE("\032"),
	CASE("[1,\0372]"), CASE("\343\200\200[]"), CASE("[\177]"),
	/* Comments and other languages. */
	CASE("/**/{}"), CASE("{}/**/"), CASE("[1/*,*/]"), CASE("//\012{}"),
	CASE("#\012{}"), CASE("{/**/}"), CASE("{\"a\":/**/1}"), CASE("a: 1"), CASE("- a"),
	CASE("<a/>"), CASE("a=1"), CASE("[\"a\"+\"b\"]"), CASE("[...]"), CASE("f()"),
	CASE("new Date()"), CASE("{\"a\":\"b\"}}"), CASE("--"), CASE("%7B%7D"),
	CASE("{get a(){}}"), CASE("[/x/]"), CASE("[1n]"),
	/* Deeper than sixteen levels. */
	CASE("[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]"), CASE("[[[[[[[[[[[[[[[[["),
	CASE("{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\""
		":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}"
		"}}}}}}}}}}}}}"),
	CASE("[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a\":[{\"a"
		"\":[{\"a\":1}]}]}]}]}]}]}]}]}]"),
	CASE("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
		"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["),
	CASE("{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\""
		":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a"
		"\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\""
		"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{"
		"\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":"
		"{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\""
		":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a"
		"\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\""
		"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{"
		"\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":"
		"{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\""
		":{\"a\":{\"a\":{\"a\":"),
	CASE("[[1],[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]"),
};
/* clang-format on */

#undef CASE

#endif
