// SPDX-License-Identifier: MIT
// The scenario driver of the libcurl adapter: `curl curl` reads one call a line and prints one
// answer a line, as README.md in this folder says. Each line is a new handle.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include <oncemore/adapter/curl.hpp>

#include "vectors/cases.hpp"

namespace {

using std::chrono::milliseconds;
namespace adapter = oncemore::curl;

/// What a line asks for, spelled as in its cells.
struct Request {
  std::string method;
  std::string url;
  oncemore::Policy policy{};
  std::optional<size_t> body_size{};
  std::string body;   ///< replayable, consumed, file, offset or at_end
  std::string fails;  ///< where the caller's own code fails; a callback of libcurl cannot say why
  bool length = false;
  bool follow = false;
  bool below_follows = false;
  bool http2 = false;
  long timeout = 5000;
  long connect_timeout = 5000;
  std::optional<long> cancel_after{};
  long pool = 5;
  int64_t repeat = 1;
  std::optional<int64_t> cancels{};
  milliseconds pause{};
  std::string attempt_field, key_field, key, ca, proxy;
};

bool assign_body(Request& request, std::string_view value) {
  auto const colon = value.find(':');
  request.body_size = cases::number32(value.substr(colon + 1));
  request.body = std::string(value.substr(0, colon));
  return true;
}

/// What libcurl has no place for.
struct Unsupported {
  std::string option;
};

bool assign_below(std::string_view value) { throw Unsupported{"below=" + std::string(value)}; }

bool assign_place(Request& request, std::string_view value) {
  request.fails = std::string(value.substr(0, value.find(':')));
  if (request.fails == "below") throw Unsupported{"fails=below"};
  return true;
}

bool assign(Request& request, std::string_view name, std::string_view value) {
  auto const number = [&] { return static_cast<long>(cases::number(value)); };
  if (name == "body") return assign_body(request, value);
  if (name == "length") return request.length = value == "yes", true;
  if (name == "fails") return assign_place(request, value);
  if (name == "below" && value != "follows") return assign_below(value);
  if (name == "below") return request.below_follows = true;
  if (name == "layers") throw Unsupported{"layers"};
  if (name == "cancels") return request.cancels = cases::number(value), true;
  if (name == "follow") return request.follow = value == "yes", true;
  if (name == "http2") return request.http2 = value == "yes", true;
  if (name == "timeout") return request.timeout = number(), true;
  if (name == "connect_timeout") return request.connect_timeout = number(), true;
  if (name == "cancel_after") return request.cancel_after = number(), true;
  if (name == "attempt_field") return request.attempt_field = cases::unescaped(value), true;
  if (name == "key_field") return request.key_field = cases::unescaped(value), true;
  if (name == "key") return request.key = cases::unescaped(value), true;
  if (name == "ca") return request.ca = cases::unescaped(value), true;
  if (name == "proxy") return request.proxy = cases::unescaped(value), true;
  if (name == "pool") return request.pool = number(), true;
  if (name == "repeat") return request.repeat = number(), true;
  if (name == "pause") return request.pause = milliseconds(number()), true;
  return false;
}

Request read(std::string_view line) {
  auto const cells = cases::cells_of(line);
  if (cells.size() != 5) throw cases::bad("not five cells", line);
  Request request;
  request.method = cases::unescaped(cells[1]);
  request.url = cases::unescaped(cells[2]);
  cases::for_each_setting(cells[3],
                          [&](auto name, auto value) { return assign(request, name, value); });
  request.policy = cases::read<oncemore::Policy>(cells[4]);
  return request;
}

/// Cancels a call after so long, unless it has ended.
class Alarm {
 public:
  Alarm(adapter::Cancellation& cancellation, milliseconds delay)
      : thread_([this, &cancellation, delay] {
          ended_.wait_for(delay);
          if (!ended_.requested()) cancellation.cancel();
        }) {}
  Alarm(Alarm const&) = delete;
  Alarm& operator=(Alarm const&) = delete;
  ~Alarm() {
    ended_.cancel();
    thread_.join();
  }

 private:
  adapter::Cancellation ended_;
  std::thread thread_;
};

size_t count(char*, size_t size, size_t items, void* received) {
  *static_cast<size_t*>(received) += size * items;
  return size * items;
}

size_t refuse(char*, size_t, size_t, void*) { return 0; }

/// What is read as a body: octets of a file, from where it stands.
struct Source {
  std::string octets{};
  size_t at = 0;
  size_t fails_at = std::string::npos;
};

size_t give(char* buffer, size_t size, size_t items, void* from) {
  auto& source = *static_cast<Source*>(from);
  if (source.at >= source.fails_at) return CURL_READFUNC_ABORT;
  size_t const end = std::min(source.octets.size(), source.fails_at);
  size_t const given = std::min(size * items, end - source.at);
  std::memcpy(buffer, source.octets.data() + source.at, given);
  source.at += given;
  return given;
}

/// One handle, and the calls of a line on it.
class Client {
 public:
  explicit Client(Request const& request)
      : request_(request), handle_(curl_easy_init(), curl_easy_cleanup) {
    set(CURLOPT_URL, request_.url.c_str());
    if (request_.below_follows) set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_CONNECTTIMEOUT_MS, request_.connect_timeout);
    set(CURLOPT_MAXCONNECTS, request_.pool);
    set(CURLOPT_PROXY, request_.proxy.c_str());  // "" is none, whatever the environment says
    set(CURLOPT_HTTP_VERSION, request_.http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1);
    if (!request_.ca.empty()) set(CURLOPT_CAINFO, request_.ca.c_str());
    set_method();
    set_options();
  }

  adapter::Result call(bool cancelled) {
    received_ = 0;
    source_.at = start();
    decisions_.clear();
    adapter::Cancellation cancellation;
    options_.cancellation = &cancellation;
    long const patience = cancelled
                              ? std::min(request_.cancel_after.value_or(longest_call), longest_call)
                              : longest_call;
    Alarm const alarm(cancellation, milliseconds(patience));
    return adapter::perform(handle_.get(), request_.policy, options_);
  }

  std::string answer(adapter::Result const& result, bool out_of_time) const {
    if (out_of_time) return "error driver_timeout | - | - | -";
    auto const outcome = result.last->attempt.outcome;
    std::string const ended = outcome.is_failure() ? std::string("error ") + name(outcome.failure())
                                                   : "status " + std::to_string(outcome.status());
    std::string const error = result.code == CURLE_OK ? line_
                                                      : "CURLcode " + std::to_string(result.code) +
                                                            " " + curl_easy_strerror(result.code);
    std::string const body = outcome.is_failure() ? "-" : std::to_string(received_);
    return ended + " | " + body + " | " + decisions_ + " | " + error;
  }

  static constexpr long longest_call = 20000;

 private:
  template <class Value> void set(CURLoption option, Value value) {
    curl_easy_setopt(handle_.get(), option, value);
  }

  void set_method() {
    if (request_.method == "HEAD") set(CURLOPT_NOBODY, 1L);
    if (request_.method != "GET" && request_.method != "HEAD") {
      set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    }
    if (!request_.body_size) return;
    size_t const size = *request_.body_size;
    source_.octets = (request_.body == "offset" ? "yyy" : "") + std::string(size, 'x');
    if (request_.fails == "producer") source_.fails_at = size / 2;
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(source_.octets.size() - start()));
    if (request_.body == "replayable" && request_.fails.empty()) {
      set(CURLOPT_POSTFIELDS, source_.octets.c_str());
    } else {
      set(CURLOPT_POST, 1L);
      set(CURLOPT_READFUNCTION, give);
      set(CURLOPT_READDATA, &source_);
    }
  }

  /// Where a file stands when the request is made.
  size_t start() const {
    if (request_.body == "offset") return 3;
    return request_.body == "at_end" ? source_.octets.size() : 0;
  }

  void set_options() {
    using oncemore::Body;
    options_.follow = request_.follow;
    options_.body = request_.body == "consumed" ? Body::consumed : Body::replayable;
    if (request_.body != "consumed") {
      options_.rewind = [this] { return source_.at = start(), true; };
    }
    options_.write = request_.fails == "handler" ? refuse : count;
    options_.write_data = &received_;
    options_.restart = [this] { received_ = 0; };
    options_.timeout = milliseconds(request_.timeout);
    options_.on_decision = [this](adapter::Decided const& decided) {
      note(decided.decision);
      line_ = decided.line;
    };
    if (!request_.attempt_field.empty()) options_.attempt_field = request_.attempt_field.c_str();
    if (!request_.key_field.empty()) {
      options_.key_field = request_.key_field.c_str();
      add_field(request_.key_field + ": " + request_.key);
    }
    if (request_.length) {
      add_field("Content-Length: " + std::to_string(source_.octets.size() - start()));
    }
    options_.headers = fields_.get();
  }

  void add_field(std::string const& line) {
    fields_.reset(curl_slist_append(fields_.release(), line.c_str()));
  }

  void note(oncemore::Decision decision) {
    if (!decisions_.empty()) decisions_ += ", ";
    decisions_ += std::string(name(decision.verdict)) + " " + name(decision.reason) + " " +
                  std::to_string(decision.delay.count());
  }

  Request const& request_;
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle_;
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> fields_{nullptr, curl_slist_free_all};
  adapter::Options options_{};
  Source source_{};
  std::string decisions_{};
  std::string line_ = "-";
  size_t received_ = 0;
};

std::string answered(std::string const& line) {
  Request const request = read(line);
  Client client(request);
  auto const start = std::chrono::steady_clock::now();
  int64_t const cancels = request.cancels.value_or(request.repeat);
  adapter::Result result = client.call(cancels > 0);
  for (int64_t i = 1; i < request.repeat; ++i) {
    std::this_thread::sleep_for(request.pause);
    result = client.call(i < cancels);
  }
  bool const out_of_time =
      std::chrono::steady_clock::now() - start >= milliseconds(Client::longest_call);
  return client.answer(result, out_of_time);
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
  if (count_of_arguments != 2 || std::strcmp(arguments[1], "curl") != 0) {
    std::fprintf(stderr, "usage: %s curl, with one call a line on standard input\n", arguments[0]);
    return 2;
  }
  curl_global_init(CURL_GLOBAL_DEFAULT);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << answered(line) << std::endl;
    } catch (Unsupported const& unsupported) {
      std::cout << "unsupported " << unsupported.option << " | - | - | libcurl has no place for it"
                << std::endl;
    } catch (std::exception const& error) {
      std::cout << "error driver | - | - | " << error.what() << std::endl;
    }
  }
  curl_global_cleanup();
  return 0;
}
