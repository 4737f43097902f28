/* json_accepted.h - texts that must be accepted. json_battery.h includes it. */
#ifndef KITH_TESTS_UNIT_JSON_JSON_ACCEPTED_H
#define KITH_TESTS_UNIT_JSON_JSON_ACCEPTED_H

/* clang-format off */
static const struct json_case json_accepted[] = {
	/* Single values. */
	CASE("0"),
	CASE("1"),
	CASE("-1"),
	CASE("null"),
	CASE("true"),
	CASE("false"),
	CASE("\"\""),
	CASE("\"a\""),
	CASE("[]"),
	CASE("{}"),
	/* Whitespace. */
	CASE(" 1"),
	CASE("1 "),
	CASE("\0111\012"),
	CASE("\015\012[]\015\012"),
	CASE(" [ ] "),
	CASE(" { } "),
	CASE("[ 1 , 2 ]"),
	CASE("{ \"a\" : 1 , \"b\" : 2 }"),
	CASE("\012\012\012{\012}\012"),
	CASE("{\"a\"\012:\0121\012}"),
	/* Numbers. */
	CASE("-0"),
	CASE("10"),
	CASE("123456789"),
	CASE("9223372036854775807"),
	CASE("-9223372036854775808"),
	CASE("0.0"),
	CASE("-0.0"),
	CASE("1.0"),
	CASE("1.5"),
	CASE("-1.5"),
	CASE("0.1"),
	CASE("1e5"),
	CASE("1E5"),
	CASE("1e+5"),
	CASE("1e-5"),
	CASE("1E+05"),
	CASE("0e0"),
	CASE("0e+1"),
	CASE("0E-1"),
	CASE("1.5e300"),
	CASE("1e308"),
	CASE("1.7976931348623157e308"),
	CASE("5e-324"),
	CASE("2.2250738585072014e-308"),
	CASE("1e-400"),
	CASE("0.30000000000000004"),
	CASE("123.456e-7"),
	CASE("1000000000000000000000.0"),
	CASE("1e22"),
	CASE("-1e22"),
	CASE("9223372036854775807.0"),
	CASE("9223372036854775808.0"),
	CASE("3.141592653589793238462643383279"),
	CASE("0.000000000000000000000000000001"),
	CASE("[1.0,1,1e0,10e-1]"),
	/* Strings. */
	CASE("\" \""),
	CASE("\"/\""),
	CASE("\"\\/\""),
	CASE("\"\\\"\""),
	CASE("\"\\\\\""),
	CASE("\"\\b\\f\\n\\r\\t\""),
	CASE("\"\\u0041\""),
	CASE("\"\\u00e9\""),
	CASE("\"\\u00E9\""),
	CASE("\"\\uFFFF\""),
	CASE("\"\\uFFFE\""),
	CASE("\"\\uFEFF\""),
	CASE("\"\\u0001\\u001f\""),
	CASE("\"\\u007f\""),
	CASE("\"\177\""),
	CASE("\"\\u2028\\u2029\""),
	CASE("\"\342\200\250\342\200\251\""),
	CASE("\"\\ud83c\\udf89\""),
	CASE("\"\\uD83C\\uDF89\""),
	CASE("\"\\udbff\\udfff\""),
	CASE("\"\\ud800\\udc00\""),
	CASE("\"\\\\u0000\""),
	CASE("\"\\\\ud800\""),
	CASE("\"Z\303\274rich\""),
	CASE("\"\346\235\261\344\272\254\""),
	CASE("\"\360\237\216\211\""),
	CASE("\"\357\273\277\""),
	CASE("\"\357\277\277\""),
	CASE("\"\364\217\277\277\""),
	CASE("\"\302\200\""),
	CASE("\"</script>\""),
	CASE("\"[[[[[[[[[[[[[[[[[[[[\""),
	CASE("\"{{{{{{{{{{{{{{{{{{{{\""),
	CASE("\"\\\"[[[[[[[[[[[[[[[[[[[[\""),
	CASE("\"// no /* comment */\""),
	CASE("\"a\\u0022b\\u005cc\""),
	CASE("\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\""),
	/* Arrays. */
	CASE("[1]"),
	CASE("[1,2,3]"),
	CASE("[[]]"),
	CASE("[[],[]]"),
	CASE("[null,true,false,0,\"\",[],{}]"),
	CASE("[[[1]],[2],3]"),
	CASE("[{}]"),
	CASE("[{},{}]"),
	CASE("[\"a\",\"a\"]"),
	CASE("[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		",0,0,0,0,0,0,0]"),
	/* Objects. */
	CASE("{\"a\":1}"),
	CASE("{\"a\":null}"),
	CASE("{\"\":\"\"}"),
	CASE("{\"a\":1,\"A\":2}"),
	CASE("{\"a\":{\"a\":{\"a\":1}}}"),
	CASE("[{\"a\":1},{\"a\":1}]"),
	CASE("{\"a\":[],\"b\":{}}"),
	CASE("{\"a b\":1,\"\\n\":2}"),
	CASE("{\"\303\274\":1,\"u\":2}"),
	CASE("{\"\\u0061\":1,\"b\":2}"),
	CASE("{\"__proto__\":1}"),
	CASE("{\"\303\251\":1,\"e\314\201\":2}"),
	CASE("{\"1\":1,\"01\":2}"),
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

/* clang-format on */

#endif
